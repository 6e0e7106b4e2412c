import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

export interface ResultLinkProps {
  readonly to: string;
  readonly className: string | undefined;
  readonly isCurrent?: boolean;
  /** The arrow keys stop at it. */
  readonly isFound?: boolean;
  readonly children: ReactNode;
}

/** A link like any other, to be opened in another tab too. */
export function ResultLink({ to, className, isCurrent, isFound, children }: ResultLinkProps): ReactNode {
  const router = useRouter();
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(to);
  };
  return (
    <a
      href={to}
      className={className}
      aria-current={isCurrent ? "page" : undefined}
      data-found={isFound || undefined}
      onClick={open}
    >
      {children}
    </a>
  );
}
