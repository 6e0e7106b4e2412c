import { ActionIcon } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { Download, Headphones, type LucideIcon, PhoneCall } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useUser } from "../../../features/session/index.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { ShellDialog } from "../shell-dialogs.tsx";
import { AccountButton } from "./account-button.tsx";
import classes from "./top-bar.module.css";

const TopBarMenus = latePart(() => import("./top-bar-menus.tsx"), "TopBarMenus");

type TopBarTool = "activeCalls" | "downloads" | "audio" | "account";

/** Users who have not touched a tool by then hardly notice that its menu loads. */
const LOAD_AHEAD_AFTER_MS = 2000;

interface Loaded {
  readonly wanted: TopBarTool | undefined;
  /** The tool that had the focus when its stand-in made place for it. */
  readonly focused: string | undefined;
}

export interface TopBarToolsProps {
  readonly onOpenDialog: (dialog: ShellDialog) => void;
}

/**
 * The tools at the right of the top bar. Their menus and hints weigh more than the rest of the shell, so that plain
 * buttons stand in for them until they are loaded: when the pointer or the focus comes near, or when all is quiet.
 */
export function TopBarTools({ onOpenDialog }: TopBarToolsProps): ReactNode {
  const { browser } = usePlatform();
  const snackbar = useSnackbar();
  const row = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Loaded>();

  const show = (wanted?: TopBarTool): void => {
    const { activeElement } = document;
    const focused = row.current?.contains(activeElement)
      ? (activeElement as HTMLElement).dataset.tool
      : undefined;
    // Both may come at once, by themselves and by a press: the press counts.
    setLoaded((before) => (before && wanted === undefined ? before : { wanted, focused }));
  };
  const open = (tool: TopBarTool): void => {
    TopBarMenus.now().then(
      () => show(tool),
      () => snackbar.show("This could not be loaded. Check the network and try again.", { tone: "error" }),
    );
  };

  const showAhead = useEffectEvent(async () => {
    if (!(await TopBarMenus.ahead()) || !row.current) return;
    // Under the pointer a button may be half pressed: it must not vanish before it is let go.
    if (!row.current.matches(":hover")) show();
    else row.current.addEventListener("pointerleave", () => show(), { once: true });
  });
  useEffect(() => browser.clock.schedule(LOAD_AHEAD_AFTER_MS, () => void showAhead()), [browser]);
  // What was meant for the stand-in reaches the button that took its place.
  useEffect(() => {
    const buttonOf = (tool: string | undefined): HTMLElement | null | undefined =>
      tool === undefined ? undefined : row.current?.querySelector<HTMLElement>(`[data-tool="${tool}"]`);
    buttonOf(loaded?.focused)?.focus();
    buttonOf(loaded?.wanted)?.click();
  }, [loaded]);

  return (
    <div ref={row} className={classes.tools}>
      {loaded ? <TopBarMenus onOpenDialog={onOpenDialog} /> : <StandIns onPress={open} />}
    </div>
  );
}

const STAND_INS: readonly { readonly tool: TopBarTool; readonly label: string; readonly icon: LucideIcon }[] =
  [
    { tool: "activeCalls", label: "Active calls", icon: PhoneCall },
    { tool: "downloads", label: "Downloads", icon: Download },
    { tool: "audio", label: "Audio devices", icon: Headphones },
  ];

/** The pointer or the focus comes before the press: time in which the menus can be on their way. */
const prepares = { onPointerEnter: () => void TopBarMenus.ahead(), onFocus: () => void TopBarMenus.ahead() };

function StandIns({ onPress }: { readonly onPress: (tool: TopBarTool) => void }): ReactNode {
  const { features } = useUser();
  return (
    <>
      {STAND_INS.filter(({ tool }) => tool === "downloads" || features.calls).map(
        ({ tool, label, icon: Icon }) => (
          <ActionIcon
            key={tool}
            size="lg"
            data-tool={tool}
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={false}
            onClick={() => onPress(tool)}
            {...prepares}
          >
            <Icon size={18} aria-hidden="true" />
          </ActionIcon>
        ),
      )}
      <AccountButton
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => onPress("account")}
        {...prepares}
      />
    </>
  );
}
