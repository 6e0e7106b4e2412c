import {
  ERROR_TEXTS,
  NOT_AUTHENTICATED,
  type OidcRequest,
  type SignedIn,
  type TfaRequired,
  type TfaType,
} from "@offhook/contract";
import { Emitter } from "@offhook/kernel";
import type { Client } from "../../platform/api/api-client.ts";
import { ApiFailure, failureText } from "../../platform/api/api-failure.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Credentials } from "../../platform/storage/auth-storage.ts";
import { STORAGE_KEYS, type Strategy } from "../../platform/storage/storage-keys.ts";
import {
  type ExternalSignIn,
  findAccount,
  isSignedIn,
  type StoredAccount,
} from "../../platform/storage/stored-accounts.ts";
import { type AccountStore, createAccountStore } from "./account-store.ts";
import { activeLineOf } from "./active-line.ts";
import { cachedProfile, saveProfile } from "./profile-cache.ts";
import { signOutAddress } from "./provider-sign-out.ts";
import { createSessionStore, type SessionStore, type SessionUser } from "./session-store.ts";
import { externalSignInOf, storedAccountOf } from "./stored-account-of.ts";

/** A sign-in that has failed for good, in the words the user reads: it has to begin anew. */
export class SignInError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SignInError";
  }
}

export type SignInResult =
  | { readonly kind: "signedIn" }
  | { readonly kind: "tfa"; readonly tfa: TfaRequired };

/** `chosen`: the user left. `ended`: the service, or another tab, ended it. */
export type SignedOutCause = "chosen" | "ended" | "addAccount";

export interface SessionEvents {
  readonly signedIn: undefined;
  readonly signedOut: SignedOutCause;
  readonly switched: undefined;
}

const SERVER_ERROR = 500;
const PROFILE_FLAGS = { sms: true, fax: true, phones: true, vox: true };
/** Another tab writes several keys for one change; the last one is what counts. */
const SETTLE_MS = 50;
/** For how long the end of a session in another tab explains the one in this tab. */
const RECENT_MS = 10_000;

/** Signing in, out and over to another account. Screens show `state` and `accounts` and call its methods. */
export class Session {
  readonly state: SessionStore;
  readonly accounts: AccountStore;
  readonly #platform: Platform;
  readonly #events = new Emitter<SessionEvents>();
  #cancelFollow: () => void = () => {};

  constructor(platform: Platform) {
    this.#platform = platform;
    this.state = createSessionStore(platform.auth.current?.strategy);
    this.accounts = createAccountStore(platform.auth);
    platform.events.on("sessionEnded", (why) => void this.#leave("ended", why));
    platform.auth.onForeignChange(() => this.#followSoon());
    platform.network.onRecovery(() => this.#recover());
  }

  on<Name extends keyof SessionEvents>(
    name: Name,
    listener: (payload: SessionEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  /** Takes up the session this browser still has, from the cached profile where there is one. */
  async start(): Promise<void> {
    const { auth, browser } = this.#platform;
    const cached = cachedProfile(browser.store, auth.current?.accountId ?? null);
    if (cached) this.state.setUser(cached);
    if (!auth.current) return;
    const loaded = this.#loadAtStart();
    if (!cached) await loaded;
  }

  async signIn(username: string, password: string): Promise<SignInResult> {
    const { client, auth, device } = this.#platform;
    return this.#busily(async () => {
      const body = {
        username: username.trim(),
        passhash: password,
        rrt: true,
        refreshToken: auth.lastRefreshToken,
        device,
      };
      const result = await client.login({ body }).catch((failure: unknown) => {
        throw this.#signInFailure(failure);
      });
      return this.#accept(result, "local");
    });
  }

  async signInWithProvider(
    strategy: Exclude<Strategy, "local">,
    request: OidcRequest | Omit<OidcRequest, "response_type" | "grant_type">,
  ): Promise<SignInResult> {
    const { client, device } = this.#platform;
    const exchange = strategy === "google" ? client.googleLogin : client.microsoftLogin;
    return this.#busily(async () => this.#accept(await exchange({ body: { ...request, device } }), strategy));
  }

  async signInWithToken(id: string): Promise<void> {
    const { client, device } = this.#platform;
    await this.#busily(async () => {
      await this.#finish(await client.useLoginToken({ params: { id }, body: { device } }), "local");
    });
  }

  async checkCode(tfa: TfaRequired, type: TfaType, code: string): Promise<void> {
    const { client } = this.#platform;
    await this.#busily(async () => {
      const body = { tfa_token: tfa.tfa_token, type, code };
      const signedIn = await client.tfaCheck({ body });
      await this.#finish({ ...signedIn, provider: tfa.provider }, this.state.getState().strategy);
    });
  }

  /** Always leaves; what could not be told to the service is said. */
  async signOut(): Promise<void> {
    const { browser, client, requests, signOutHooks } = this.#platform;
    const elsewhere = this.#providerSignOut();
    const wasGoogle = this.#platform.auth.current?.strategy === "google";
    const failures = [...(await signOutHooks.run("signOut"))];
    requests.close();
    try {
      await client.logout();
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.isSessionGone)) failures.push(failure);
    }
    this.#forget("chosen");
    requests.open();
    if (wasGoogle) browser.store.set(STORAGE_KEYS.leftGoogle, "true");
    if (failures.length > 0) this.state.setNotice(ERROR_TEXTS.logoutFailed);
    else if (elsewhere !== undefined) browser.leaveTo(elsewhere);
  }

  /** Where the browser has to go to be signed out at the provider as well. */
  #providerSignOut(): string | undefined {
    const { auth, browser, config } = this.#platform;
    const { user } = this.state.getState();
    const strategy = auth.current?.strategy ?? "local";
    const provider = strategy === "local" ? null : config[strategy];
    if (!user || !provider) return undefined;
    const there = findAccount(auth.accounts(), user.id)?.microsoftUser?.email;
    return signOutAddress(provider, browser.origin, there || user.username);
  }

  /** Keeps the account signed in and shows the sign-in page for another one. */
  async addAccount(): Promise<void> {
    await this.#platform.signOutHooks.run("switch");
    this.#platform.auth.detach();
    this.#reset("addAccount");
  }

  /** False when the other account does not open: then nothing has changed, and the user is told. */
  async switchTo(id: number): Promise<boolean> {
    const account = findAccount(this.#platform.auth.accounts(), id);
    if (!account || !isSignedIn(account) || this.accounts.getState().switching) return false;
    this.accounts.setSwitching(true);
    try {
      await this.#adopt(account, () => true);
      this.#events.emit("switched", undefined);
      return true;
    } catch {
      this.state.setNotice(ERROR_TEXTS.switchFailed);
      return false;
    } finally {
      this.accounts.setSwitching(false);
      this.accounts.sync();
    }
  }

  forgetAccount(id: number): void {
    this.#platform.auth.removeAccount(id);
    this.accounts.sync();
  }

  /** Loads the profile anew: after an outage, or when the service says that it changed. */
  async reloadProfile(): Promise<void> {
    const { auth, client } = this.#platform;
    if (!auth.current) return;
    this.#become(await loadProfile(client), auth.current);
  }

  /** The settings as they now are, so that the next start paints in the right colors before anything is loaded. */
  keepSettings(settings: string): void {
    const { user, profileAt } = this.state.getState();
    if (!user || user.user_settings.settings === settings) return;
    const kept = { ...user, user_settings: { ...user.user_settings, settings } };
    this.state.setUser(kept, profileAt);
    saveProfile(this.#platform.browser.store, kept);
  }

  async #loadAtStart(): Promise<void> {
    try {
      await this.reloadProfile();
    } catch (failure) {
      // The session ended on the way, and the user has been told to sign in.
      if (!this.#platform.auth.current) return;
      const isOutage = failure instanceof ApiFailure && (failure.status ?? SERVER_ERROR) >= SERVER_ERROR;
      // Shown from the cache; the first step of recovery loads it anew.
      if (isOutage && this.state.getState().loggedIn) return;
      this.state.setNotice(failure instanceof SignInError ? failure.message : ERROR_TEXTS.profileFailed);
      if (!(failure instanceof ApiFailure && failure.isNetworkFailure)) await this.#leave("ended");
    }
  }

  async #recover(): Promise<void> {
    const wasLoggedIn = this.state.getState().loggedIn;
    await this.reloadProfile();
    if (!wasLoggedIn && this.state.getState().loggedIn) this.#events.emit("signedIn", undefined);
  }

  async #busily<Result>(work: () => Promise<Result>): Promise<Result> {
    this.state.setBusy(true);
    try {
      return await work();
    } catch (failure) {
      this.#noteError(failure);
      throw failure;
    } finally {
      this.state.setBusy(false);
    }
  }

  async #accept(result: SignedIn | TfaRequired, strategy: Strategy): Promise<SignInResult> {
    this.state.setState({ strategy });
    if ("tfa_required" in result) return { kind: "tfa", tfa: result };
    await this.#finish(result, strategy);
    return { kind: "signedIn" };
  }

  /** The last step of every sign-in. When it fails nobody is signed in. */
  async #finish({ token, refreshToken, provider }: SignedIn, strategy: Strategy): Promise<void> {
    const { auth, browser, client } = this.#platform;
    // The service takes an empty token for none, and so do we: there is nothing to keep.
    if (token === "") throw new SignInError(ERROR_TEXTS.loginServerError);
    const credentials = { token, refreshToken: refreshToken ?? "", strategy, accountId: null };
    auth.install(credentials);
    try {
      const external = externalSignInOf(provider, strategy);
      this.#become(await loadProfile(client), auth.current ?? credentials, external);
    } catch (failure) {
      await client.logout().catch(() => {});
      this.#forget("chosen");
      throw failure instanceof SignInError
        ? failure
        : new SignInError(failureText(failure), { cause: failure });
    }
    if (strategy === "google") browser.store.remove(STORAGE_KEYS.leftGoogle);
    this.#events.emit("signedIn", undefined);
  }

  #become({ user, at }: LoadedProfile, credentials: Credentials, external?: ExternalSignIn): void {
    const { auth, browser } = this.#platform;
    const kept = external ?? findAccount(auth.accounts(), user.id);
    auth.nameAccount(storedAccountOf(user, credentials, kept));
    saveProfile(browser.store, user);
    this.accounts.sync();
    this.state.setUser(user, at);
  }

  #signInFailure(failure: unknown): unknown {
    if (!(failure instanceof ApiFailure) || (failure.status ?? 0) < SERVER_ERROR) return failure;
    this.#platform.auth.clearLogin();
    return new SignInError(ERROR_TEXTS.loginServerError, { cause: failure });
  }

  async #leave(cause: SignedOutCause, why?: ApiFailure): Promise<void> {
    if (!this.#platform.auth.current && !this.state.getState().loggedIn) return;
    if (why) this.#noteError(why);
    this.#forget(cause);
    // A refusal without words is a page of something between us and the service: it explains nothing.
    if (why?.isSessionGone) this.state.setNotice(why.message);
    await this.#platform.signOutHooks.run("signOut");
  }

  #forget(cause: SignedOutCause): void {
    this.#platform.auth.signOut();
    this.#reset(cause);
  }

  #reset(cause: SignedOutCause): void {
    const wasLoggedIn = this.state.getState().loggedIn;
    this.accounts.sync();
    this.state.setUser(null);
    if (wasLoggedIn) this.#events.emit("signedOut", cause);
  }

  #noteError(failure: unknown): void {
    const { auth, browser } = this.#platform;
    const at = browser.clock.now();
    const [code, message] = [
      failure instanceof ApiFailure ? (failure.code ?? null) : null,
      failure instanceof Error ? failure.message : String(failure),
    ];
    auth.noteError({ at, code, message });
    browser.log.add(at, "warn", ["Signing in, or staying so, failed:", code ?? "", message]);
  }

  #followSoon(): void {
    this.#cancelFollow();
    this.#cancelFollow = this.#platform.browser.clock.schedule(SETTLE_MS, () => void this.#follow());
  }

  /** Another tab changed the accounts: do as it did. */
  async #follow(): Promise<void> {
    const { auth, signOutHooks } = this.#platform;
    this.accounts.sync();
    const before = auth.current;
    const { currentId } = auth.accounts();
    if (before && (currentId === null || currentId === before.accountId)) {
      // Refreshed there, or left to add an account: this tab stays. Signed out there: it is signed out here too.
      if (auth.reread()) return;
      auth.abandon();
      await signOutHooks.run("signOut");
      this.#reset("ended");
      this.#explainForeignEnd();
      return;
    }
    const account = findAccount(auth.accounts(), currentId);
    if (!account || !isSignedIn(account)) return;
    try {
      const isFollowed = await this.#adopt(account, () => auth.accounts().currentId === account.id);
      if (isFollowed) this.#events.emit(before ? "switched" : "signedIn", undefined);
    } catch {
      // It does not open from here: this tab stays with the account it shows.
    }
  }

  /** The tab that was told first has written down why, and only that one was told. */
  #explainForeignEnd(): void {
    const { auth, browser } = this.#platform;
    const error = auth.lastError;
    if (error?.code === NOT_AUTHENTICATED && browser.clock.now() - error.at < RECENT_MS)
      this.state.setNotice(error.message);
  }

  /** Becomes another account of this browser, once its profile has come and `isWanted` still says so. */
  async #adopt(account: StoredAccount, isWanted: () => boolean): Promise<boolean> {
    const { accessAs, auth, signOutHooks } = this.#platform;
    const access = accessAs(account);
    const profile = await loadProfile(access.client);
    const credentials = access.auth.current;
    if (!credentials) throw new SignInError(ERROR_TEXTS.switchFailed);
    if (!isWanted()) return false;
    if (this.state.getState().loggedIn) await signOutHooks.run("switch");
    auth.install(credentials);
    this.#become(profile, credentials);
    return true;
  }
}

interface LoadedProfile {
  readonly user: SessionUser;
  /** Up to which event it is complete. */
  readonly at: number | undefined;
}

async function loadProfile(client: Client): Promise<LoadedProfile> {
  let at: number | undefined;
  const onReply = (eventNumber: number): void => {
    at = eventNumber;
  };
  const user: SessionUser | null = await client.getMyProfile({ query: PROFILE_FLAGS }, { onReply });
  if (!user) throw new SignInError(ERROR_TEXTS.profileMissing);
  if (activeLineOf(user) === undefined) throw new SignInError(ERROR_TEXTS.noPhoneLine);
  return { user, at };
}
