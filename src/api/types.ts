/** One function per call of the contract, and the three ways in which a call fails. */
import type { Input, Output } from '../contract/calls.ts'
import type { ErrorKey, PluginReason } from '../contract/errors.ts'
import type { CallName, CallPath, Method } from '../contract/paths.ts'
import type { Proof } from '../contract/proof.ts'

export type ApiSetup = {
  /** Where the contract is mounted, e.g. `/api`. */
  readonly base: string
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly headers: () => Readonly<Record<string, string>>
  /** Called after every call. */
  readonly onOutcome?: (outcome: CallOutcome) => void
  /** Waited for before the code that sends is loaded: the first call must not delay the first list. */
  readonly after?: Promise<unknown>
}

/** Whether anything responded, with which status, and with which code of the catalogue if it was a refusal. */
export type CallOutcome = {
  readonly reached: boolean
  readonly status: number | null
  readonly code?: number
  /** When the server answered, by its own clock, ms since 1970; to the second. */
  readonly serverTime?: number
}

export type SendOptions = {
  /** Sent as Idempotency-Key: the server carries a repeated write out once. */
  readonly idempotencyKey?: string
  /** The token of a solved captcha, `hc:…`; sent as x-token (wire-contract 1.2). */
  readonly captcha?: string | undefined
  /** Receives the data of each server-sent event as it arrives, of a call that streams; the call resolves after the last. */
  readonly onEvent?: (data: string) => void
  readonly signal?: AbortSignal
}

/** An input as it is sent: fields of the path, the query or the body. */
export type Fields = Readonly<Record<string, unknown>>

/** Sends one call. Rejects with an {@link ApiError}. */
export type Sender = (call: {
  readonly method: Method
  readonly path: string
  readonly input: Fields
  readonly options?: SendOptions
  readonly as?: 'text' | 'json'
  readonly body?: 'text' | 'file' | 'stream' | undefined
}) => Promise<unknown>

type ResourceOf<N extends CallName> = N extends `${infer Resource}.${string}` ? Resource : never
type VerbOf<N extends CallName, Resource extends string> = N extends `${Resource}.${infer Verb}`
  ? Verb
  : never
type Named<Resource extends string, Verb extends string> = Extract<CallName, `${Resource}.${Verb}`>

/** `api.entries.list(input)`; a call rejects with an {@link ApiError}. */
export type Api = {
  readonly [Resource in ResourceOf<CallName>]: {
    readonly [Verb in VerbOf<CallName, Resource>]: Send<Named<Resource, Verb>>
  }
} & { readonly auth: AuthCalls; readonly added: AddedCalls }
type Send<N extends CallName> = (input: Input<N>, options?: SendOptions) => Promise<Output<N>>

/** Calls that plugins add to the contract. */
export type AddedCalls = {
  readonly send: (at: CallPath, input: Fields, options?: SendOptions) => Promise<unknown>
}

/** better-auth's own calls, which are not in the contract's list (wire-contract 3). */
export type AuthCalls = {
  /** Any other call below /better-auth; model/account/account-calls.ts types those of the account's pages. */
  readonly request: (
    method: 'GET' | 'POST',
    path: string,
    input: Fields,
    options?: SendOptions,
  ) => Promise<unknown>
  /** With a second factor nobody is signed in yet: one of the two calls below it ends the sign-in. */
  readonly signIn: (
    who: {
      email: string
      password: string
    },
    options?: SendOptions,
  ) => Promise<{ readonly twoFactorRedirect?: boolean } | undefined>
  /** @param input.code six digits of the authenticator app */
  readonly verifyTotp: (input: { code: string }) => Promise<unknown>
  readonly verifyBackupCode: (input: { code: string }) => Promise<unknown>
  /** Without a token nobody is signed in: the address has to be confirmed first. */
  readonly signUp: (
    who: {
      email: string
      password: string
      name: string
      /** Where the server takes new accounts by invitation. */
      invitationCode?: string
    },
    options?: SendOptions,
  ) => Promise<{ readonly token: string | null } | undefined>
  readonly signOut: () => Promise<unknown>
  /** @returns the sign-in address of the provider */
  readonly signInSocial: (how: ProviderSignIn) => Promise<{ url?: string }>
  /** As signInSocial, for whoever is signed in: the account there signs in here from then on. */
  readonly linkSocial: (how: ProviderSignIn & Proof) => Promise<{ url?: string }>
  readonly unlinkAccount: (which: { providerId: string; accountId: string } & Proof) => Promise<unknown>
  /** The ways in which the user can sign in; `credential` is the password. */
  readonly accounts: () => Promise<readonly LinkedAccount[] | null>
  readonly updateUser: (changed: Partial<ProfileFields>) => Promise<unknown>
  /** @returns how many app passwords ended with the old password, and how many still open the account */
  readonly changePassword: (words: {
    currentPassword: string
    newPassword: string
    revokeAppPasswords: boolean
  }) => Promise<{ readonly appPasswords: { readonly revoked: number; readonly left: number } }>
  readonly sessions: () => Promise<readonly SignedIn[]>
  readonly revokeSession: (which: { token: string }) => Promise<unknown>
  readonly revokeOtherSessions: () => Promise<unknown>
}

type ProviderSignIn = {
  readonly provider: string
  readonly callbackURL: string
  /** Where a refusal leads, with `?error=` and a word of better-auth's. */
  readonly errorCallbackURL: string
}

type LinkedAccount = {
  readonly provider: string
  readonly accountId: string
  readonly profile?: { readonly name?: string; readonly email: string | null }
}

/** The profile of a user. */
type ProfileFields = {
  readonly name: string
  readonly handle: string | null
  readonly image: string | null
  readonly bio: string | null
  readonly website: string | null
  /** By name of the network, wire-contract 3. */
  readonly socialLinks: Readonly<Record<string, string>> | null
}

/** A session of the user. */
export type SignedIn = {
  readonly id: string
  readonly token: string
  readonly createdAt: string
  readonly userAgent?: string | null
  readonly ipAddress?: string | null
}

/** Refused: the server said no, in the catalogue's words. Unreachable: no answer. Failed: an answer that is not ours. */
export type ApiError =
  | {
      readonly kind: 'refused'
      /** null for a code that this build does not know */
      readonly key: ErrorKey | null
      readonly code: number
      readonly message: string
      readonly reason: string | null
      readonly status: number
      /** What a call that deletes is sent again with (contract/confirmation.ts). */
      readonly confirmation?: string
      /** Of a plugin that refused: its message. */
      readonly words?: PluginReason
    }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'failed'; readonly status: number; readonly message: string | null }

/** Narrows what was caught; null for anything that the api did not throw. */
export function asApiError(error: unknown): ApiError | null {
  const kind = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined
  return kind === 'refused' || kind === 'unreachable' || kind === 'failed' ? (error as ApiError) : null
}

/** The HTTP status of a failed call, or null when there was no answer. */
export function statusOf(error: unknown): number | null {
  const known = asApiError(error)
  return known === null || known.kind === 'unreachable' ? null : known.status
}
