import { ActionIcon, Skeleton } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import classes from "./detail.module.css";

export interface DetailProps {
  /** What it is, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Everything about one entry of a list, beside it. */
export function Detail({ label, children }: DetailProps): ReactNode {
  return (
    <article className={classes.detail} aria-label={label}>
      {children}
    </article>
  );
}

export interface DetailBackProps {
  /** "Back to the calls". */
  readonly label: string;
  readonly onBack: () => void;
}

/** Leads back to the list, on a screen that has no room for both. */
export function DetailBack({ label, onBack }: DetailBackProps): ReactNode {
  return (
    <ActionIcon className={classes.back} variant="subtle" aria-label={label} title="Back" onClick={onBack}>
      <ArrowLeft size={20} aria-hidden="true" />
    </ActionIcon>
  );
}

export interface DetailHeaderProps {
  readonly avatar: ReactNode;
  readonly name: string;
  /** Below the name. */
  readonly children?: ReactNode;
  readonly aside?: ReactNode;
}

export function DetailHeader({ avatar, name, children, aside }: DetailHeaderProps): ReactNode {
  return (
    <header className={classes.header}>
      {avatar}
      <div className={classes.who}>
        <h2 className={classes.name} dir="auto">
          {name}
        </h2>
        {children}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </header>
  );
}

/** Beside the name: what can be done with the entry. */
export function DetailActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={classes.actions}>{children}</div>;
}

/** Below the name, in a quieter color. */
export function DetailLine({ children, ...rest }: ComponentProps<"p">): ReactNode {
  return (
    <p {...rest} className={classes.line}>
      {children}
    </p>
  );
}

export interface DetailSectionProps {
  /** For screen readers, and above the section. */
  readonly label: string;
  /** Above it instead of the label; `null` where it needs no heading. */
  readonly heading?: string | null;
  /** At the end of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function DetailSection({ label, heading = label, aside, children }: DetailSectionProps): ReactNode {
  return (
    <section className={classes.section} aria-label={label}>
      {heading !== null && (
        <div className={classes.sectionHead}>
          <h3 className={classes.heading}>{heading}</h3>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** Other entries, each a link that holds a `DetailEntry`. */
export function DetailEntries({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={classes.entries}>{children}</ul>;
}

export interface DetailEntryProps {
  readonly icon: ReactNode;
  readonly when: string;
  readonly children: ReactNode;
}

export function DetailEntry({ icon, when, children }: DetailEntryProps): ReactNode {
  return (
    <>
      {icon}
      <span className={classes.entryText}>{children}</span>
      <time className={classes.entryWhen}>{when}</time>
    </>
  );
}

export interface DetailSkeletonProps {
  readonly avatarSize: number;
  /** How wide the lines below the name are. */
  readonly lines: readonly number[];
  /** The shapes of what stands below. */
  readonly children: ReactNode;
}

/** The shape of what comes. */
export function DetailSkeleton({ avatarSize, lines, children }: DetailSkeletonProps): ReactNode {
  return (
    <div className={`${classes.detail} ${classes.skeleton}`} role="status" aria-label="Loading">
      <div className={classes.header}>
        <Skeleton circle height={avatarSize} />
        <div className={classes.who}>
          <Skeleton height={20} width={180} mb={8} />
          {lines.map((width) => (
            <Skeleton key={width} height={14} width={width} mb={8} />
          ))}
        </div>
      </div>
      {children}
    </div>
  );
}
