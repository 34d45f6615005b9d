/** Sign-in to the service of a plugin, by OAuth 2 (RFC 6749) with PKCE. */

/**
 * How a user signs in to a service. Each address begins with `https://HOST/`, or with `{SETTING}/` for the address in that text
 * setting; its host needs its permission `net:`. The server adds a `state` for the session and a challenge S256, and stores
 * the tokens sealed.
 * @example
 * signIn: {
 *   authorize: '{endpoint}/oauth/authorize', token: '{endpoint}/oauth/token', revoke: '{endpoint}/oauth/revoke',
 *   scopes: ['read', 'write'], client: { setting: 'clientId', secret: 'clientSecret' },
 * }
 */
export type SignIn = {
  /** Where the user agrees. */
  readonly authorize: string
  readonly token: string
  /** Where tokens are revoked (RFC 7009), when the user disconnects, and when the plugin or the account is removed. */
  readonly revoke?: string | undefined
  readonly scopes: readonly string[]
  /**
   * How the service knows this reader. `setting` and `secret` are where the user enters the client id and its secret; where the
   * administrator has set the variables of `environment` that `variables` names, nobody has to. `register` is where the
   * reader registers itself, as Mastodon documents `POST /api/v1/apps`.
   */
  readonly client:
    | {
        readonly setting: string
        readonly secret?: string | undefined
        /** Of built-in plugins alone. */
        readonly variables?: { readonly id: string; readonly secret?: string } | undefined
      }
    | { readonly register: string }
  /** How requests for tokens are written; `form` when absent. */
  readonly body?: 'form' | 'json' | undefined
  /** What returns the user's account, and the field of its name there: `user.fullName`. */
  readonly account?: { readonly url: string; readonly field: string } | undefined
}

const PLACE = /^(?:https:\/\/([^/{}]+)|\{(\w+)\})(\/.*)$/

/** @returns an address of a sign-in; null where the setting has none */
export function addressOfSignIn(address: string, settings: Readonly<Record<string, unknown>>): URL | null {
  const [, , setting, path = ''] = PLACE.exec(address) ?? []
  const base = String(settings[setting ?? ''] ?? '')
    .trim()
    .replace(/\/+$/, '')
  const url = URL.parse(setting === undefined ? address : base + path)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** Each address of a sign-in. */
const addressesOf = ({ authorize, token, revoke, client, account }: SignIn): readonly string[] =>
  [authorize, token, revoke, 'register' in client ? client.register : undefined, account?.url].filter(
    (address) => address !== undefined,
  )

type OfManifest = {
  readonly signIn?: SignIn | undefined
  readonly settings: { readonly shape: object }
  readonly secrets: readonly string[]
  readonly environment?: { readonly shape: object } | undefined
}

/** @returns what is wrong with the sign-in of a manifest; null where nothing is */
export function signInProblem({ signIn, settings, secrets, environment }: OfManifest): string | null {
  if (!signIn) return null
  const odd = addressesOf(signIn).find((address) => !PLACE.test(address))
  if (odd !== undefined) return `${odd} is no https address`
  const { client } = signIn
  if ('register' in client) return null
  if (!(client.setting in settings.shape)) return `${client.setting} is no setting`
  if (client.secret !== undefined && !secrets.includes(client.secret)) return `${client.secret} is no secret`
  const unknown = Object.values(client.variables ?? {}).find((name) => !(name in (environment?.shape ?? {})))
  return unknown === undefined ? null : `${unknown} is no variable of environment`
}

/** @returns a permission that a sign-in needs and the manifest does not name; undefined where there is none */
export const missingForSignIn = (signIn: SignIn, permissions: readonly string[]): string | undefined =>
  addressesOf(signIn)
    .map((address) => {
      const [, host, setting] = PLACE.exec(address) ?? []
      return setting === undefined ? `net:${host}` : `net:{${setting}}`
    })
    .find((permission) => !permissions.includes(permission))
