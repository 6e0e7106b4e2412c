import { ERROR_TEXTS } from "@offhook/contract";
import { Logo } from "@offhook/ui";
import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, type ReactNode, use } from "react";
import { ApiFailure } from "../../platform/api/api-failure.ts";
import { ChunkLoadError } from "../../platform/updates/chunk-reload.ts";
import classes from "./error-page.module.css";

const INTERNAL_ERROR = 500;
const NOT_FOUND = 404;

interface ErrorScreenProps {
  readonly status: number;
  readonly text: string;
  readonly onRetry?: () => void;
}

function ErrorScreen({ status, text, onRetry }: ErrorScreenProps): ReactNode {
  return (
    <main className={classes.screen}>
      <Logo size={44} label="" />
      <p className={classes.status}>{status}</p>
      <h1 className={classes.text}>{text}</h1>
      <div className={classes.actions}>
        {onRetry && (
          <button type="button" className={classes.retry} onClick={onRetry}>
            Try again
          </button>
        )}
        {/* A real link: what failed may be the router itself. */}
        <a href="/">Back to the home page</a>
      </div>
    </main>
  );
}

/** Shown when even the error page fails; nothing in it can. */
export function LastResort(): ReactNode {
  return (
    <main className={classes.screen}>
      <h1 className={classes.text}>{ERROR_TEXTS.errorPageFailed}</h1>
      <a href="/">Back to the home page</a>
    </main>
  );
}

export function NotFoundPage(): ReactNode {
  return (
    <CatchBoundary getResetKey={() => "page"} errorComponent={LastResort}>
      <ErrorScreen status={NOT_FOUND} text={ERROR_TEXTS.pageNotFound} />
    </CatchBoundary>
  );
}

export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">): ReactNode {
  const status = error instanceof ApiFailure ? (error.status ?? INTERNAL_ERROR) : INTERNAL_ERROR;
  return (
    <CatchBoundary getResetKey={() => "page"} errorComponent={LastResort}>
      <ErrorScreen status={status} text={textOf(error)} onRetry={reset} />
    </CatchBoundary>
  );
}

/** Whether a layout stands around the page, with navigation and calls. */
export const InLayout = createContext(false);

/** A page that cannot be drawn says so in its own place: navigation, calls and the other pages go on. */
export function PageError(props: Pick<ErrorComponentProps, "error" | "reset">): ReactNode {
  return use(InLayout) ? <AreaError {...props} /> : <ErrorPage {...props} />;
}

function AreaError({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">): ReactNode {
  return (
    <div className={classes.area} role="alert">
      <h2 className={classes.text}>{isOurs(error) ? error.message : "This page can't be displayed"}</h2>
      <p className={classes.hint}>The rest of the console keeps working.</p>
      <button type="button" className={classes.retry} onClick={reset}>
        Try again
      </button>
    </div>
  );
}

function isOurs(error: unknown): error is ApiFailure | ChunkLoadError {
  return error instanceof ApiFailure || error instanceof ChunkLoadError;
}

function textOf(error: unknown): string {
  return isOurs(error) ? error.message : ERROR_TEXTS.serverError;
}
