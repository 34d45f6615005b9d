/** The host of the plugins' server halves: loads them, stores their settings, handles their calls. */
import type { Highlight } from '../../contract/highlights.ts'
import type { PluginOutcome } from '../../contract/plugins.ts'
import type { Kysely } from 'kysely'
import type { Output } from '../../contract/calls.ts'
import type { TimelineItem } from '../../contract/entries.ts'
import {
  actionsOf,
  PluginRefusal,
  saveCall,
  z,
  type Manifest,
  type PluginResponse,
  type PluginCall,
} from '../../plugin-api/manifest.ts'
import {
  MAX_FOUND,
  MAX_HISTORY,
  TEST_ENTRY,
  type Caller as PluginCaller,
  type EntrySelection,
  type PublicAddress,
  type ServerHalf,
  type ServerHost,
} from '../../plugin-api/server.ts'
import { signed } from '../actions/webhooks.ts'
import { readEnvironment, type Env } from '../config.ts'
import { languageFor } from '../email/outgoing/language.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Handler, Routes, Services } from '../http/routes.ts'
import type { Queues } from '../jobs/runner.ts'
import type { Outbound } from '../outbound/index.ts'
import type { PluginAccountData } from '../access/plugin-commands.ts'
import type { Storage } from '../storage/open.ts'
import { vectorExtensionOf } from '../storage/engine/vector-extension.ts'
import { userMarksOf } from '../storage/entries/entry-labels.ts'
import { clearCrashes } from '../storage/plugins/plugin-halves.ts'
import { clearOutcome, outcomeOf } from '../storage/plugins/plugin-outcomes.ts'
import { recentSavesOf, savesOf } from '../storage/plugins/saves.ts'
import { historyOf } from '../storage/reads/reads.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { highlightCursor } from '../routes/highlights.ts'
import { deliverSave } from '../actions/deliver-save.ts'
import { recordUse } from '../token-uses/record-token-use.ts'
import { growthBy, pluginsSetBy, sealOldValues, storeSettings, storedSettings } from './stored-settings.ts'
import { countCrash, doneByItself, listingContacts } from './by-itself.ts'
import { fetched } from './fetched.ts'
import { createHalves } from './halves/call-half.ts'
import { MAX_ANSWER, type Start } from './halves/messages.ts'
import { HalfCrash } from './halves/run-half.ts'
import { installedHalf, installedManifest, installedManifests, installedRoutes } from './installed.ts'
import { checkedAccountData } from './account-data.ts'
import { pluginEventQueues } from './event-queue.ts'
import { jobsOf, pluginJobQueues } from './jobs.ts'
import type { Loaded } from './load.ts'
import { planOwnWork } from './own-work.ts'
import { createValues } from './values.ts'
import { createRankings } from './rankings.ts'
import { rulePluginsOf, ruleProvidersOf } from './rules.ts'
import { planSwitchedOff, switchedOffQueue } from './switched-off.ts'
import { editEntry, type ChangeHandlers } from './rule-edits.ts'
import { rememberingOutcome } from './outcome.ts'
import { isSave, SAVE, saveEntry } from './save.ts'
import { testEntryOf, type TestEntry } from './test-entry.ts'
import { createBuiltInHost, type Added } from './built-in-host.ts'
import { environmentOf } from './environment.ts'
import type { FindPublicFile } from './public-files.ts'
import { mailToAddress, mailToSelf } from './mail.ts'
import { migratePlugin, ownTablesOf } from './migrate.ts'
import {
  createContacts,
  createOutside,
  createSideEffects,
  permittedHosts,
  uncheckedHosts,
  type SideEffects,
} from './outbound.ts'
import { createSeal, type Seal } from './sealed.ts'
import type { CompleteSignIn } from './sign-in/mount.ts'
import { createSignIns, type SignInOf, type SignIns } from './sign-in/sign-ins.ts'

/** Timeout of a call: a plugin must not block a user's request indefinitely. */
const CALL_LIMIT_MS = 60_000
/** In the list of all saves. */
const LISTED_SAVES = 50
/** Of a condition of rules: new entries wait for it. */
const CONDITION_LIMIT_MS = 10_000

type Answered = {
  readonly call: PluginCall
  readonly handler: (input: unknown, caller: PluginCaller) => Promise<unknown>
}
type Contacted = (host: string) => void
type CallOptions = {
  readonly contacted?: Contacted
  readonly sideEffects?: SideEffects
  /** What the plugin finds as {@link TEST_ENTRY}. */
  readonly testEntry?: TestEntry
}
/** `byRule`: nobody is there to open an address. */
type CalledByName = CallOptions & {
  readonly name: string
  readonly input: unknown
  readonly byRule?: boolean
}
type Environment = Readonly<Record<string, unknown>>
type Running = {
  readonly manifest: Manifest
  readonly environment: Environment
  /** For its browser half; null where it has none, or none is set. */
  readonly browserEnvironment: Readonly<Record<string, string>> | null
  readonly answers: ReadonlyMap<string, Answered>
  readonly handlers: Handlers
  readonly publicAddress: PublicAddress | null
  readonly switchedOff: SwitchedOff | null
  readonly accountData: PluginAccountData | null
  readonly added: Added | null
}
type SwitchedOff = (userId: string) => Promise<void>
/** Handlers that run without a call of the browser half, by name. */
type Handlers = Readonly<Record<HandlerKind, ReadonlyMap<string, PluginHandler>>>
type HandlerKind = Exclude<Start['kind'], 'call'> | 'ranking'
/** The input is checked before it is called. */
type PluginHandler = (input: never, caller: PluginCaller) => Promise<unknown>
type HandlerCall = {
  readonly userId: string
  readonly manifest: Manifest
  readonly kind: HandlerKind
  readonly name: string
  readonly input: unknown
  readonly signal: AbortSignal
  readonly contacted: Contacted
  readonly sideEffects?: SideEffects
}

export type PluginParts = {
  readonly plugins: readonly Loaded[]
  readonly outbound: Outbound
  readonly env: Env
  /** Seals the secrets. */
  readonly secret: string
  /** The contract's call for one entry, so that a plugin sees only what its user may see. */
  readonly readEntry: Handler<'entries.get'>
  readonly listHighlights: Handler<'highlights.list'>
  /** The entries that a query of a plugin selects. @throws Refusal invalidParameter for one that cannot be read */
  readonly selectEntries: (
    context: RequestContext,
    selection: EntrySelection & { readonly query: string },
  ) => Promise<readonly TimelineItem[]>
  /** The contract's calls by which actions of rules change entries. */
  readonly changes: ChangeHandlers
  /** ms that an installed plugin's server half may run without a break; a second when absent. */
  readonly halfTurnMs?: number | undefined
}

type HostParts = PluginParts & { readonly signIns: SignIns }

/**
 * @returns the routes `plugins.*` and those of the plugins' own calls of the contract, the queues of plugins' jobs, and the files that they serve without a session. A plugin that cannot start is logged and left out; the server continues.
 * @throws for an invalid environment variable of a plugin
 */
export async function createPlugins(
  services: Services,
  options: PluginParts,
): Promise<{
  readonly routes: Routes
  readonly queues: Queues
  readonly findPublicFile: FindPublicFile
  readonly completeSignIn: CompleteSignIn
}> {
  const seal = createSeal(options.secret)
  const signIns = createSignIns(services, options.outbound, createSeal(options.secret, 'sign-ins of plugins'))
  const parts: HostParts = { ...options, signIns }
  const running = new Map<string, Running>()
  for (const { manifest, server } of parts.plugins) {
    const environment = readEnvironment(manifest.environment ?? z.object({}), parts.env)
    const browserEnvironment = environmentOf(manifest, parts.env)
    try {
      const half = server
        ? await started(services, parts.secret, manifest, server, environment)
        : {
            answers: new Map(),
            handlers: noHandlers(),
            publicAddress: null,
            switchedOff: null,
            accountData: null,
            added: null,
          }
      running.set(manifest.id, { manifest, environment, browserEnvironment, ...half })
    } catch (error) {
      services.log.error('A plugin could not be started', { plugin: manifest.id, cause: error })
    }
  }
  await sealOldValues(
    services.storage,
    seal,
    [...running.values()].map(({ manifest }) => manifest),
  )
  const isBuiltIn = (id: string) => running.has(id)
  const callHalf = createHalves(services, parts.halfTurnMs)
  /** A built-in plugin's, or that of one which this user has installed. */
  const manifestFor = async (user: string, id: string): Promise<Manifest> =>
    running.get(id)?.manifest ?? (await installedManifest(services.storage, user, id))
  const signInOf = (userId: string, manifest: Manifest): Promise<SignInOf> =>
    signInFor(services.storage, seal, userId, manifest, running.get(manifest.id)?.environment ?? {})
  const findManifest = (user: string, id: string) => manifestFor(user, id).catch(nullWhenNotFound)
  /** Calls a job, a condition, an action or an event's handler, built in or installed. @throws PluginRefusal, or what the plugin throws */
  const runHandler = async (call: HandlerCall): Promise<unknown> => {
    const { userId, manifest, kind, name, input, signal, contacted, sideEffects } = call
    const plugin = running.get(manifest.id)
    const request = requestOf(services, userId, signal)
    const requests = { contacted, sideEffects }
    const caller = await callerOf(request, parts, seal, manifest, plugin?.environment ?? {}, requests)
    if (plugin) {
      const handler = plugin.handlers[kind].get(name)
      const limitMs = kind === 'condition' ? CONDITION_LIMIT_MS : CALL_LIMIT_MS
      return withinLimit(handler?.(input as never, caller) ?? Promise.resolve(), limitMs)
    }
    if (kind === 'ranking') throw new PluginRefusal('plugin.missing')
    const { server } = await installedHalf(services.storage, userId, manifest.id)
    return callHalf(caller, { manifest, server, call: name, kind, input })
  }
  const work = (userId: string, manifest: Manifest, name: string, signal: AbortSignal) =>
    listingContacts(services, userId, manifest, (contacted) =>
      runHandler({ userId, manifest, kind: 'job', name, input: null, signal, contacted }),
    )
  /** For a rule: its requests are recorded, and a crash counts. @throws the error of `run` */
  const runForRule = async <T>(
    userId: string,
    manifest: Manifest,
    run: (contacted: Contacted) => Promise<T>,
  ): Promise<T> => {
    try {
      return await listingContacts(services, userId, manifest, run)
    } catch (error) {
      await countCrash(services, seal, { userId, manifest, error })
      throw error
    }
  }
  const failed = (failure: { userId: string; manifest: Manifest; error: unknown }) =>
    countCrash(services, seal, failure)
  const builtIn = [...running.values()].map(({ manifest }) => manifest)
  const jobQueues = pluginJobQueues({ ...services, builtIn, manifestFor: findManifest, work, failed })
  /**
   * The output of a call of a user's plugin, built in or installed.
   * @throws PluginRefusal, or what the plugin throws; Refusal for an unknown plugin or call, or a bad input
   */
  const output = async (request: RequestContext, id: string, named: CalledByName): Promise<unknown> => {
    const plugin = running.get(id)
    const hosts = new Set<string>()
    const call: CalledByName = {
      ...named,
      contacted: (host) => {
        hosts.add(host)
        named.contacted?.(host)
      },
    }
    const { manifest, run } = plugin
      ? builtInCall(request, parts, seal, plugin, call)
      : await installedCall(request, id, call)
    const delivery = (kind: PluginOutcome['kind']) => ({
      userId: request.user.id,
      manifest,
      kind,
      isContacted: () => hosts.size > 0,
    })
    if (!isSave(manifest, call.name)) {
      if (!manifest.commands?.some((command) => command.call === call.name)) return run(call.input)
      return rememberingOutcome(services, delivery('command'), async () => ({
        output: await run(call.input),
        isDelivered: hosts.size > 0,
      }))
    }
    const { byRule = false, testEntry } = call
    const input = checked(saveCall.input, call.input)
    return rememberingOutcome(services, delivery(testEntry === undefined ? 'save' : 'test'), async () => {
      const saved = await saveEntry(request, { manifest, isInstalled: !plugin, input, byRule, run })
      return { output: saved, isDelivered: !saved.openAtOnce }
    })
  }
  const installedCall = async (request: RequestContext, id: string, { name, ...requests }: CalledByName) => {
    const { manifest, server } = await installedHalf(request.storage, request.user.id, id)
    const run = async (input: unknown) => {
      const caller = await callerOf(request, parts, seal, manifest, {}, requests)
      return callHalf(caller, { manifest, server, call: name, kind: 'call', input })
    }
    return { manifest, run }
  }
  services.rulePlugins.provide(
    rulePluginsOf({
      ...services,
      manifestFor: findManifest,
      save: ({ userId, plugin, entryId, signal }, { manifest, sideEffects }) =>
        runForRule(userId, manifest, async (contacted) => {
          const request = requestOf(services, userId, signal)
          const input = { entryId }
          const by = { id: plugin, name: plugin }
          await recordUse(request, { name: 'plugins.call', input, entrance: 'plugin', by }, () =>
            output(request, plugin, { name: SAVE, input, byRule: true, contacted, sideEffects }),
          )
        }),
      act: ({ userId, name, value, entryId, signal }, { manifest, sideEffects }) =>
        runForRule(userId, manifest, async (contacted) => {
          const input = { entryId, operand: value }
          const call = {
            userId,
            manifest,
            kind: 'action',
            name,
            input,
            signal,
            contacted,
            sideEffects,
          } as const
          const edit = await runHandler(call)
          await editEntry(requestOf(services, userId, signal), parts.changes, manifest, entryId, edit)
        }),
      evaluate: ({ userId, manifest, name, input }) =>
        runForRule(userId, manifest, (contacted) => {
          const { signal } = new AbortController()
          return runHandler({ userId, manifest, kind: 'condition', name, input, signal, contacted })
        }),
    }),
  )
  const eventQueues = pluginEventQueues({
    ...services,
    builtIn,
    manifestFor: findManifest,
    handle: ({ userId, manifest, event: { event: name, detail, ...of }, signal }) =>
      listingContacts(services, userId, manifest, async (contacted) => {
        const input = { ...detail, ...of }
        await runHandler({ userId, manifest, kind: 'event', name, input, signal, contacted })
      }),
    send: async ({ userId, manifest, call, input, signal }) => {
      if (call === SAVE) return deliverSave(services, userId, manifest.id, input.entryId)
      await listingContacts(services, userId, manifest, (contacted) =>
        output(requestOf(services, userId, signal), manifest.id, {
          name: call,
          input,
          byRule: true,
          contacted,
        }),
      )
    },
    failed,
  })
  services.pluginRankings.provide(
    createRankings(services, builtIn, ({ signal, ...call }) =>
      listingContacts(services, call.userId, call.manifest, (contacted) =>
        runHandler({ ...call, kind: 'ranking', signal, contacted }),
      ),
    ),
  )
  services.pluginCommands.provide(
    async (userId, { plugin, call }) => {
      const manifest = await findManifest(userId, plugin)
      return manifest?.commands?.find((command) => command.call === call) ?? null
    },
    async (userId, plugin) => (await findManifest(userId, plugin))?.enabledBy ?? null,
    new Map([...running].flatMap(([id, { accountData }]) => (accountData ? [[id, accountData]] : []))),
  )
  const pluginRoutes: Routes = {
    ...installedRoutes(parts.outbound, isBuiltIn),
    'plugins.fetch': async ({ storage, user }, { plugin, url, ...request }) => {
      const manifest = await manifestFor(user.id, plugin)
      const { values } = await storedSettings(storage, user.id, manifest)
      return { data: await fetched(parts.outbound, manifest, values, url, request) }
    },
    'plugins.stored': async ({ storage, user }) => {
      const plugins: Output<'plugins.stored'>['data']['plugins'] = []
      for (const id of await pluginsSetBy(storage, user.id)) {
        const manifest = await findManifest(user.id, id)
        // Removed, or not set up on this server.
        if (!manifest || (manifest.browserEnvironment && !running.get(id)?.browserEnvironment)) continue
        const { values, secrets } = await storedSettings(storage, user.id, manifest)
        const on = values[manifest.enabledBy] === true
        plugins.push({ plugin: id, on, values, secretsSet: Object.keys(secrets) })
      }
      return { data: { plugins } }
    },
    'plugins.settings': async (request, input) => {
      const { storage, user } = request
      const manifest = await manifestFor(user.id, input.plugin)
      const { values, secrets } = await storedSettings(storage, user.id, manifest)
      const environment = manifest.browserEnvironment && {
        environment: running.get(manifest.id)?.browserEnvironment ?? null,
      }
      const jobs = await jobsOf(storage, user.id, manifest)
      const byItself = await doneByItself(storage, user.id, manifest)
      const outcome = await outcomeOf(storage, user.id, manifest.id)
      const signIn = await signIns.stateOf(request, await signInOf(user.id, manifest))
      return {
        data: {
          values,
          secretsSet: Object.keys(secrets),
          ...environment,
          ...(jobs && { jobs }),
          ...(byItself && { byItself }),
          ...(outcome && { outcome }),
          ...(signIn && { signIn }),
        },
      }
    },
    'plugins.updateSettings': async ({ storage, user, now, room }, { plugin, values, secrets }) => {
      const manifest = await manifestFor(user.id, plugin)
      const growth = await growthBy(storage, user.id, manifest, { values, secrets })
      if (growth > 0 && !(await room.take(user.id, growth))) throw new Refusal('accountFull')
      await storeSettings(storage, seal, user.id, manifest, { values, secrets })
      await clearCrashes(storage, user.id, plugin)
      // It may be another account, or another service now; switching says nothing of either.
      const changed = [...Object.keys(values ?? {}), ...Object.keys(secrets ?? {})]
      if (changed.some((name) => name !== manifest.enabledBy)) await clearOutcome(storage, user.id, plugin)
      await planOwnWork(storage, user.id, manifest, now())
      if (running.get(plugin)?.switchedOff) await planSwitchedOff(storage, user.id, manifest, now())
    },
    'plugins.call': async (request, { plugin, call, input }) => ({
      data: await responseOf((contacted) => output(request, plugin, { name: call, input, contacted })),
    }),
    'plugins.test': async (request, { plugin, ...testEntry }) => {
      if (!isSave(await manifestFor(request.user.id, plugin), SAVE))
        throw new Refusal('notFound', `${plugin} saves nothing`)
      const call = { name: SAVE, input: { entryId: TEST_ENTRY }, testEntry }
      return {
        data: await responseOf((contacted) => output(request, plugin, { ...call, contacted })),
      }
    },
    'plugins.signIn': async (request, { plugin }) => {
      const manifest = await manifestFor(request.user.id, plugin)
      const of = await signInOf(request.user.id, manifest)
      return {
        data: await responseOf(async () => ({ address: await signIns.begin(request, of) })),
      }
    },
    'plugins.signOut': async ({ storage, user }, { plugin }) => {
      await manifestFor(user.id, plugin)
      await signIns.end(user.id, plugin)
      await clearOutcome(storage, user.id, plugin)
    },
    'plugins.saves': async ({ storage, user }, { entryId }) => ({
      data: await savesOf(storage, user.id, entryId),
    }),
    'plugins.recentSaves': async ({ storage, user }) => ({
      data: await recentSavesOf(storage, user.id, LISTED_SAVES),
    }),
    'plugins.rules': async ({ storage, user }) => ({
      data: await ruleProvidersOf(storage, user.id, [
        ...[...running.values()].map(({ manifest }) => manifest),
        ...(await installedManifests(storage, user.id)),
      ]),
    }),
  }
  const findPublicFile: FindPublicFile = async ({ plugin, name, token, reader }) => {
    const half = running.get(plugin)
    const userId = await half?.publicAddress?.userOf(name, token)
    if (!half?.publicAddress || !userId || (await isDisabled(services.storage, userId))) return null
    const { manifest, environment, publicAddress } = half
    const request = requestOf(services, userId, new AbortController().signal)
    try {
      const caller = await callerOf(request, parts, seal, manifest, environment)
      return await withinLimit(publicAddress.respond(name, caller, { reader }), CALL_LIMIT_MS)
    } catch (error) {
      if (error instanceof PluginRefusal) return null
      throw error
    }
  }
  const completeSignIn: CompleteSignIn = async ({ plugin, userId, sessionId, ...returned }) => {
    const manifest = await findManifest(userId, plugin)
    if (!manifest?.signIn) return false
    const isOurs = await signIns.complete(await signInOf(userId, manifest), sessionId, returned)
    // Other browsers show it too.
    if (isOurs)
      services.live.changed(userId, { call: 'plugins.updateSettings', input: undefined, from: null })
    return isOurs
  }
  const switchedOff = switchedOffQueue(services, (plugin) => {
    const half = running.get(plugin)
    return half?.switchedOff ? { manifest: half.manifest, run: half.switchedOff } : null
  })
  const queues: Queues = { ...jobQueues, ...eventQueues, ...signIns.queues, ...switchedOff }
  for (const one of running.values()) {
    await one.added?.sealOpen()
    Object.assign(pluginRoutes, one.added?.routes)
    Object.assign(queues, one.added?.queues)
  }
  return { routes: pluginRoutes, queues, findPublicFile, completeSignIn }
}

/** A request context without an HTTP request: of a job or a rule, for its user. */
function requestOf(services: Services, userId: string, signal: AbortSignal): RequestContext {
  const refuse = async () => {
    throw new Error('There is nobody to ask')
  }
  return {
    ...services,
    parsing: services.parsing.inTurnOf(userId),
    user: { id: userId, admin: false, role: 'user' },
    idempotencyKey: null,
    headers: new Headers(),
    signal,
    address: '',
    demandCode: refuse,
    requireProof: refuse,
  }
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** Runs the plugin's migrations, each plugin with a history of its own, then lets it register its handlers and jobs. */
async function started(
  services: Services,
  serverSecret: string,
  manifest: Manifest,
  server: ServerHalf,
  environment: Environment,
): Promise<
  Pick<Running, 'answers' | 'handlers' | 'publicAddress' | 'switchedOff' | 'accountData' | 'added'>
> {
  const db = services.storage.db as unknown as Kysely<unknown>
  await migratePlugin(services.storage, { manifest, server })
  for (const table of await ownTablesOf(services.storage, { manifest, server }))
    services.room.alsoCount(table)
  const answers = new Map<string, Answered>()
  const handlers = noHandlers()
  let publicAddress: PublicAddress | null = null
  let switchedOff: SwitchedOff | null = null
  let accountData: PluginAccountData | null = null
  const named: Readonly<Record<HandlerKind, readonly string[]>> = {
    job: Object.keys(manifest.jobs ?? {}),
    condition: Object.keys(manifest.conditions ?? {}),
    action: [...actionsOf(manifest).keys()],
    event: manifest.events ?? [],
    ranking: manifest.rankings ?? [],
  }
  const handle = (kind: HandlerKind, name: string, handler: PluginHandler) => {
    if (!named[kind].includes(name)) throw new Error(`The manifest names no ${kind} ${name}`)
    handlers[kind].set(name, handler)
  }
  const { host, added } = createBuiltInHost(services, manifest, serverSecret)
  server.start({
    ...host,
    answer: ((call: PluginCall, handler: Answered['handler']) => {
      answers.set(call.name, { call, handler })
    }) as ServerHost['answer'],
    job: (name, handler) => handle('job', name, (_, caller) => handler(caller)),
    condition: (name, handler) => handle('condition', name, handler),
    action: (name, handler) => handle('action', name, handler),
    event: (name, handler) => handle('event', name, handler),
    ranking: (name, handler) => handle('ranking', name, handler),
    switchedOff: (handler) => {
      switchedOff = handler
    },
    accountData: (data) => {
      accountData = checkedAccountData(data)
    },
    publicAddress: (address) => {
      if (!manifest.permissions.includes('public')) throw new Error('The manifest has no permission public')
      publicAddress = address
    },
    environment,
    tables: <S>() => db as unknown as Kysely<S>,
    vectorExtension: () => vectorExtensionOf(services.storage),
    xhtml: (html) => services.parsing.parse('xhtml', html),
    textRanges: (input) => services.parsing.parse('textRanges', input),
    markdown: (html) => services.parsing.parse('markdown', html),
    signed: (secret, { id, body }) => signed(secret, id, Math.floor(services.now() / 1000), body),
    now: services.now,
    log: (message, facts) => services.log.info(message, { plugin: manifest.id, ...facts }),
  })
  const unanswered = manifest.commands?.find(({ call }) => !answers.has(call))
  if (unanswered)
    throw new Error(`Nothing answers the call ${unanswered.call} of the command ${unanswered.id}`)
  if (isSave(manifest, SAVE) && answers.get(SAVE)?.call.input !== saveCall.input)
    throw new Error('Nothing answers the call by which it saves entries')
  for (const { setting, call } of Object.values(manifest.sendWhen ?? {}))
    if (!answers.has(call)) throw new Error(`Nothing answers the call ${call} of ${setting}`)
  for (const kind of ['job', 'condition', 'action', 'event', 'ranking'] as const) {
    const missing = named[kind].find((name) => !handlers[kind].has(name))
    if (missing !== undefined) throw new Error(`Nothing handles the ${kind} ${missing}`)
  }
  return { answers, handlers, publicAddress, switchedOff, accountData, added }
}

const noHandlers = (): Record<HandlerKind, Map<string, PluginHandler>> => ({
  job: new Map(),
  condition: new Map(),
  action: new Map(),
  event: new Map(),
  ranking: new Map(),
})

/** @throws Refusal for an unknown call */
function builtInCall(
  request: RequestContext,
  parts: HostParts,
  seal: Seal,
  { manifest, environment, answers }: Running,
  { name, ...requests }: CalledByName,
) {
  const answer = answers.get(name)
  if (!answer) throw new Refusal('notFound', `${manifest.id} has no call ${name}`)
  const run = async (unchecked: unknown) => {
    const input = checked(answer.call.input, unchecked)
    const caller = await callerOf(request, parts, seal, manifest, environment, requests)
    return answer.call.output.parse(await withinLimit(answer.handler(input, caller), CALL_LIMIT_MS))
  }
  return { manifest, run }
}

/** @throws Refusal invalidParameter */
function checked<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { data, error } = schema.safeParse(input ?? {})
  if (error) throw new Refusal('invalidParameter', error.issues[0]?.message)
  return data
}

/** A refusal with a message is a response, too. @param run its argument counts its requests */
async function responseOf(run: (contacted: Contacted) => Promise<unknown>): Promise<PluginResponse> {
  const contacts = createContacts()
  /** After it has run. */
  const requests = () => {
    const contacted = contacts.all()
    return contacted && { contacted }
  }
  try {
    return { ok: true, output: await run(contacts.contacted), ...requests() }
  } catch (error) {
    if (!(error instanceof PluginRefusal)) throw error
    const crashed = error instanceof HalfCrash && { crashed: true }
    return { ok: false, words: error.text, ...crashed, ...requests() }
  }
}

/** Highlights per page, and characters of all that a plugin requests at once. */
const HIGHLIGHTS_AT_ONCE = 100
const HIGHLIGHTS_CHARACTERS = MAX_ANSWER

/** What a sign-in of a user needs to know. */
async function signInFor(
  storage: Storage,
  seal: Seal,
  userId: string,
  manifest: Manifest,
  environment: Environment,
): Promise<SignInOf> {
  const { values: settings, secrets } = await storedSettings(storage, userId, manifest)
  return { userId, manifest, settings, secret: secretOf(manifest, secrets, seal), environment }
}

const secretOf =
  ({ id, secrets: names }: Manifest, stored: Readonly<Record<string, string>>, seal: Seal) =>
  (name: string): string => {
    if (!names.includes(name)) throw new Error(`${id} has no secret ${name}`)
    const sealed = stored[name]
    return sealed === undefined ? '' : seal.open(sealed)
  }

async function callerOf(
  request: RequestContext,
  parts: HostParts,
  seal: Seal,
  manifest: Manifest,
  environment: Environment,
  { contacted = () => {}, sideEffects = createSideEffects(), testEntry }: CallOptions = {},
): Promise<PluginCaller> {
  const signIn = await signInFor(request.storage, seal, request.user.id, manifest, environment)
  const { settings: values, secret } = signIn
  if (values[manifest.enabledBy] !== true) throw new PluginRefusal('plugin.off')
  return {
    id: request.user.id,
    settings: values,
    secret,
    accessToken: () => parts.signIns.accessToken(signIn, contacted),
    async entry(id) {
      if (!manifest.permissions.includes('entries:read')) throw new PluginRefusal('plugin.forbidden')
      if (testEntry !== undefined && id === TEST_ENTRY) return testEntryOf(testEntry, request.now())
      const { data } = await parts.readEntry(request, { id }).catch(goneWhenNotFound)
      if (!data) throw new PluginRefusal('plugin.entryGone')
      const marks = await userMarksOf(request.storage, request.user.id, id)
      return { entry: data.entries, feed: data.feeds, ...marks }
    },
    async entries(query, options) {
      if (!manifest.permissions.includes('entries:read')) throw new PluginRefusal('plugin.forbidden')
      const selection = { ...options, query, limit: Math.min(options.limit, MAX_FOUND) }
      const items = await parts.selectEntries(request, selection).catch(badWhenUnreadable)
      return items.map(({ entries, feeds }) => ({ entry: entries, feed: { title: feeds.title ?? '' } }))
    },
    async highlights({ entryId, after, limit = Infinity } = {}) {
      if (!manifest.permissions.includes('highlights:read')) throw new PluginRefusal('plugin.forbidden')
      const found: Highlight[] = []
      let characters = 0
      let cursor = after && highlightCursor({ id: after.id, createdAt: Date.parse(after.createdAt) })
      do {
        const left = Math.min(HIGHLIGHTS_AT_ONCE, limit - found.length)
        const page = await parts.listHighlights(request, { entryId, limit: left, cursor })
        characters += JSON.stringify(page.data).length
        if (characters > HIGHLIGHTS_CHARACTERS) throw new PluginRefusal('plugin.tooMuch')
        found.push(...page.data)
        cursor = page.cursor
      } while (cursor !== undefined && found.length < limit)
      return found
    },
    async history({ from = 0, until = Number.MAX_SAFE_INTEGER, limit = MAX_HISTORY } = {}) {
      if (!manifest.permissions.includes('history:read')) throw new PluginRefusal('plugin.forbidden')
      return historyOf(request.storage, request.user.id, { from, until, limit: Math.min(limit, MAX_HISTORY) })
    },
    fetch: createOutside(
      parts.outbound,
      permittedHosts(manifest.permissions, { ...environment, ...values }, secret),
      contacted,
      uncheckedHosts(manifest, values),
      sideEffects,
    ),
    async mail(letter) {
      if (!manifest.permissions.includes('mail:self')) throw new PluginRefusal('plugin.forbidden')
      await mailToSelf(request, letter)
      sideEffects.begun()
    },
    async mailTo(recipient, letter) {
      if (!manifest.permissions.includes('mail:others')) throw new PluginRefusal('plugin.forbidden')
      await mailToAddress(request, recipient, letter)
      sideEffects.begun()
    },
    values: createValues(request.storage, seal, request.user.id, manifest),
    language: () => languageFor(request.storage, { id: request.user.id, accepts: null }),
  }
}

function goneWhenNotFound(error: unknown): { data: undefined } {
  if (error instanceof Refusal && error.key === 'entryNotFound') return { data: undefined }
  throw error
}

function badWhenUnreadable(error: unknown): never {
  if (error instanceof Refusal && error.key === 'invalidParameter') throw new PluginRefusal('plugin.badQuery')
  throw error
}

async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new PluginRefusal('plugin.tooSlow')), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
