/** Users' sign-ins to the services of their plugins: begun, completed, refreshed, ended. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SignInState } from '../../../contract/plugins.ts'
import { addressOfSignIn, PluginRefusal, type Manifest } from '../../../plugin-api/manifest.ts'
import { equalsSecret } from '../../http/equals-secret.ts'
import { publicAddressOf } from '../../http/base-path.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestContext, Services } from '../../http/routes.ts'
import type { Queues } from '../../jobs/runner.ts'
import type { Outbound } from '../../outbound/index.ts'
import { acquireLeases, releaseLeases } from '../../storage/processes/leases.ts'
import { putOutcome } from '../../storage/plugins/plugin-outcomes.ts'
import { permittedHosts } from '../outbound.ts'
import type { Seal } from '../sealed.ts'
import { endSignIns, REVOCATIONS_QUEUE, revokeLater } from './end-sign-ins.ts'
import { createSignInRequests, notAccepted, type Client, type TokenAddress, type Tokens } from './requests.ts'

/** How long a user may take at the service (RFC 6749 4.1.2 gives a code as long). */
const PENDING_MS = 600_000
/** A token is refreshed this long before it expires. */
const MARGIN_MS = 60_000
/** Longer than a request takes at most. */
const LEASE_MS = 60_000
const LEASE_POLL_MS = 200
const REVOCATION_ATTEMPTS = 8

/** What a sign-in is for: whose, of which plugin, with their settings of it. */
export type SignInOf = {
  readonly userId: string
  readonly manifest: Manifest
  readonly settings: Readonly<Record<string, unknown>>
  readonly secret: (name: string) => string
  /** What the administrator has set. */
  readonly environment: Readonly<Record<string, unknown>>
}
type Contacted = (host: string) => void

/** Stored with the tokens: later changes of settings must not send them anywhere else. */
type Grant = Tokens & {
  readonly client: Client
  readonly address: TokenAddress
  readonly revoke: string | null
}
type Pending = Pick<Grant, 'client' | 'address' | 'revoke'> & {
  /** SHA-256 of the state. */
  readonly state: string
  readonly sessionId: string
  readonly verifier: string
  readonly returnAddress: string
  readonly expiresAt: number
}

/** What the service returned the user with. */
export type Returned = {
  readonly state: string
  readonly code: string | null
  readonly error: string | null
}

export type SignIns = ReturnType<typeof createSignIns>

export function createSignIns(
  { storage, now, log }: Pick<Services, 'storage' | 'now' | 'log'>,
  outbound: Outbound,
  seal: Seal,
) {
  const requests = createSignInRequests(outbound, now)
  const owner = randomUUID()
  /** Refreshes of this process, by user and plugin. */
  const refreshes = new Map<string, Promise<string>>()

  const rowOf = (userId: string, plugin: string) =>
    storage.db
      .selectFrom('pluginSignIns')
      .select(['tokens', 'account', 'pending'])
      .where('userId', '=', userId)
      .where('plugin', '=', plugin)
      .executeTakeFirst()
  /** Changes the row where it still is as it was read. @returns whether it was */
  const replace = async (
    userId: string,
    plugin: string,
    column: 'tokens' | 'pending',
    before: string | null,
    after: { tokens?: string | null; account?: string | null; pending?: string | null },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await storage.db
      .updateTable('pluginSignIns')
      .set(after)
      .where('userId', '=', userId)
      .where('plugin', '=', plugin)
      .where(column, before === null ? 'is' : '=', before)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const revoke = (grant: string) => revokeLater(storage.db, [grant])
  const opened = <T>(text: string): T => JSON.parse(seal.open(text)) as T
  const closed = (value: Grant | Pending): string => seal.close(JSON.stringify(value))

  const refresh = async (of: SignInOf, contacted: Contacted): Promise<string> => {
    const { userId, manifest } = of
    const lease = { name: `plugin sign-in ${userId} ${manifest.id}`, token: randomUUID() }
    while ((await acquireLeases(storage, [lease], { owner, ms: LEASE_MS })).size === 0)
      await pause(LEASE_POLL_MS)
    try {
      const { tokens = null } = (await rowOf(userId, manifest.id)) ?? {}
      if (tokens === null) return ''
      const grant = opened<Grant>(tokens)
      // Another process has refreshed it meanwhile.
      if (!isDue(grant, now())) return grant.access
      const service = new URL(grant.address.url).host
      const ended = async () => {
        await replace(userId, manifest.id, 'tokens', tokens, { tokens: null, account: null })
        return new PluginRefusal('plugin.signIn.ended', { service })
      }
      if (grant.refresh === null) throw await ended()
      const fields = { grant_type: 'refresh_token', refresh_token: grant.refresh }
      const next = await requests
        .tokens(grant.address, grant.client, fields, contacted)
        .catch(async (error: unknown) => {
          if (!(error instanceof PluginRefusal)) throw error
          if (error.text.key === notAccepted('', '').text.key) throw await ended()
          // The service is down: the token may still be good.
          if (grant.expiresAt !== null && grant.expiresAt > now()) return null
          throw error
        })
      if (next === null) return grant.access
      const sealed = closed({ ...grant, ...next, refresh: next.refresh ?? grant.refresh })
      if (await replace(userId, manifest.id, 'tokens', tokens, { tokens: sealed })) return next.access
      await revoke(sealed)
      return ''
    } finally {
      await releaseLeases(storage, [lease])
    }
  }

  return {
    /** @returns where the user agrees. @throws PluginRefusal, which the page of the plugin shows */
    async begin(request: RequestContext, of: SignInOf): Promise<string> {
      const { manifest, settings } = of
      const { signIn, id } = manifest
      const { sessionId } = request.user
      if (!signIn) throw new Refusal('notFound', `${id} has no sign-in`)
      if (sessionId === undefined)
        throw new Refusal('noPermission', 'Only a browser can sign in to a service')
      const allowed = hostsOf(of)
      const requireAddress = (address: string): URL => {
        const url = addressOfSignIn(address, settings)
        const [, setting] = /^\{(\w+)\}/.exec(address) ?? []
        if (!url && setting !== undefined) throw new PluginRefusal('plugin.signIn.noAddress', { setting })
        if (!url || !allowed.has(url.host))
          throw new PluginRefusal('outside.forbidden', { host: url?.host ?? address })
        return url
      }
      const authorize = requireAddress(signIn.authorize)
      const { href: url } = requireAddress(signIn.token)
      const returnAddress = returnAddressOf(request, id)
      const scope = signIn.scopes.join(' ')
      const client =
        'register' in signIn.client
          ? await requests.register(requireAddress(signIn.client.register).href, {
              client_name: 'Lectern',
              redirect_uris: returnAddress,
              scopes: scope,
            })
          : clientOf(of)
      if (!client) throw new PluginRefusal('plugin.signIn.noClient')
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      const pending = closed({
        client,
        address: { url, body: signIn.body ?? 'form' },
        revoke: signIn.revoke === undefined ? null : requireAddress(signIn.revoke).href,
        state: hashOf(state),
        sessionId,
        verifier,
        returnAddress,
        expiresAt: now() + PENDING_MS,
      })
      await storage.db
        .insertInto('pluginSignIns')
        .values({ userId: of.userId, plugin: id, pending, tokens: null, account: null })
        .onConflict((on) => on.columns(['userId', 'plugin']).doUpdateSet({ pending }))
        .execute()
      const parameters = {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: returnAddress,
        ...(scope !== '' && { scope }),
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) authorize.searchParams.set(name, value)
      return authorize.href
    },

    /**
     * Completes a sign-in, and remembers how it went. @param sessionId of the browser that came back
     * @returns false where it was not begun in this session, is over, or was completed before: nothing is changed then
     */
    async complete(of: SignInOf, sessionId: string, { state, code, error }: Returned): Promise<boolean> {
      const { userId, manifest } = of
      const { id, signIn } = manifest
      const row = await rowOf(userId, id)
      const before = row?.pending ?? null
      if (before === null || !signIn) return false
      const pending = opened<Pending>(before)
      const isOurs = equalsSecret(hashOf(state), pending.state) && pending.sessionId === sessionId
      if (!isOurs || pending.expiresAt <= now()) return false
      if (!(await replace(userId, id, 'pending', before, { pending: null }))) return false
      const { client, address, returnAddress, verifier } = pending
      const service = new URL(address.url).host
      const remember = (words: PluginRefusal['text'] | null) =>
        putOutcome(storage, userId, id, { at: now(), kind: 'signIn', words })
      try {
        if (error === 'access_denied') throw new PluginRefusal('plugin.signIn.refused', { service })
        if (code === null) throw notAccepted(service, error ?? '')
        const tokens = await requests.tokens(address, client, {
          grant_type: 'authorization_code',
          code,
          redirect_uri: returnAddress,
          code_verifier: verifier,
        })
        const sealed = closed({ ...tokens, client, address, revoke: pending.revoke })
        const account = await accountOf(of, tokens.access)
        const previous = (await rowOf(userId, id))?.tokens ?? null
        // The plugin, the account or the previous sign-in may be gone by now.
        if (!(await replace(userId, id, 'tokens', previous, { tokens: sealed, account }))) {
          await revoke(sealed)
          return true
        }
        if (previous !== null && opened<Grant>(previous).access !== tokens.access) await revoke(previous)
        await remember(null)
      } catch (refusal) {
        if (!(refusal instanceof PluginRefusal)) throw refusal
        await remember(refusal.text)
      }
      return true
    },

    /** As `accessToken` of the plugins' API. */
    async accessToken(of: SignInOf, contacted: Contacted): Promise<string> {
      const { userId, manifest } = of
      const grant = await grantOf(of)
      if (!grant) return ''
      if (!isDue(grant, now())) return grant.access
      const key = `${userId} ${manifest.id}`
      const running = refreshes.get(key) ?? refresh(of, contacted).finally(() => refreshes.delete(key))
      refreshes.set(key, running)
      return running
    },

    end: (userId: string, plugin: string): Promise<void> => endSignIns(storage.db, userId, plugin),

    /** @returns undefined where the plugin has no sign-in */
    async stateOf(request: RequestContext, of: SignInOf): Promise<SignInState | undefined> {
      const { manifest, environment } = of
      const { signIn, id } = manifest
      if (!signIn) return undefined
      const isConnected = (await grantOf(of)) !== null
      return {
        isConnected,
        account: isConnected ? ((await rowOf(of.userId, id))?.account ?? null) : null,
        returnAddress: returnAddressOf(request, id),
        needsClient: 'setting' in signIn.client && ofAdministrator(signIn.client, environment) === null,
      }
    },

    queues: {
      [REVOCATIONS_QUEUE]: {
        run: async ({ payload, attempts }) => {
          const { access, refresh: lasting, client, address, revoke: url } = opened<Grant>(String(payload))
          try {
            for (const token of url === null ? [] : [lasting, access])
              if (token !== null) await requests.revoke({ ...address, url: url ?? '' }, client, token)
          } catch (cause) {
            if (attempts < REVOCATION_ATTEMPTS) throw cause
            log.warn('A sign-in could not be revoked', { host: new URL(address.url).host, cause })
          }
        },
      },
    } satisfies Queues,
  }

  /** Null where there is none, or it is of another service than the settings name now. */
  async function grantOf(of: SignInOf): Promise<Grant | null> {
    const { userId, manifest, settings } = of
    if (!manifest.signIn) return null
    const { tokens = null } = (await rowOf(userId, manifest.id)) ?? {}
    const grant = tokens === null ? null : opened<Grant>(tokens)
    const url = addressOfSignIn(manifest.signIn.token, settings)
    return grant && url?.href === grant.address.url && hostsOf(of).has(url.host) ? grant : null
  }

  /** Of the user at the service, to be shown: a sign-in succeeds without it. */
  async function accountOf(of: SignInOf, access: string): Promise<string | null> {
    const { account } = of.manifest.signIn ?? {}
    const url = account && addressOfSignIn(account.url, of.settings)
    if (!url || !hostsOf(of).has(url.host)) return null
    return requests.account(url.href, account.field, access).catch(() => null)
  }
}

const isDue = ({ expiresAt }: Tokens, now: number): boolean =>
  expiresAt !== null && expiresAt - MARGIN_MS <= now

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const hostsOf = ({ manifest, settings, secret, environment }: SignInOf): ReadonlySet<string> =>
  permittedHosts(manifest.permissions, { ...environment, ...settings }, secret)

/** The service returns the user here: one address for each plugin, so that no service answers for another. */
const returnAddressOf = ({ config, headers }: RequestContext, plugin: string): string => {
  const base = publicAddressOf(config, `http://${headers.get('host') ?? `${config.HOST}:${config.PORT}`}`)
  return `${base}/api/plugins/${plugin}/sign-in/return`
}

type EnteredClient = Extract<NonNullable<Manifest['signIn']>['client'], { readonly setting: string }>

function clientOf({ manifest, settings, secret, environment }: SignInOf): Client | null {
  const { client } = manifest.signIn ?? {}
  if (!client || 'register' in client) return null
  const id = String(settings[client.setting] ?? '').trim()
  if (id === '') return ofAdministrator(client, environment)
  return { id, secret: client.secret === undefined ? null : secret(client.secret) || null }
}

function ofAdministrator(
  { variables }: EnteredClient,
  environment: Readonly<Record<string, unknown>>,
): Client | null {
  const id = String(environment[variables?.id ?? ''] ?? '')
  return id === '' ? null : { id, secret: String(environment[variables?.secret ?? ''] ?? '') || null }
}
