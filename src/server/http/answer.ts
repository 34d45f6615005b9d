/** The dispatcher: mounts every call of the contract that has a handler at its method and path below /api. */
import { z } from 'zod'
import type { Context, Hono } from 'hono'
import { admit, type Admitted } from '../access/admit.ts'
import { requireConfirmation } from '../access/confirmation.ts'
import { refuseEarly } from '../access/refuse-early.ts'
import type { DemandCode } from '../accounts/codes.ts'
import type { RequireProof } from '../accounts/proof.ts'
import { calls, type Call } from '../../contract/calls.ts'
import type { TokenEntrance } from '../../contract/token-uses.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { recordTokenUse } from '../token-uses/record-token-use.ts'
import { announceChange, isBroadcast } from '../live/broadcast-rules.ts'
import { errorResponse } from './errors.ts'
import { readInput } from './input.ts'
import { refuseForgery } from './origins.ts'
import { peerAddress } from './peer.ts'
import { Refusal } from './refusal.ts'
import { createIdempotencyStore, type StoredResponse, type IdempotencyStore } from './idempotency.ts'
import type { RequestContext, Caller, Routes, Services } from './routes.ts'

/** Marks the requests that an assistant's tools send within this process. Clients cannot set it: it is no header. */
export const MCP_ENTRANCE = Symbol('mcp')

/** Resolves the caller from the headers of a request. @param address of the client */
export type CallerOf = (headers: Headers, address: string) => Promise<Caller | null>
/** Requires the second factor of a user. */
type Codes = (userId: string) => DemandCode

type Dispatcher = {
  readonly services: Services
  readonly secret: string
  readonly callerOf: CallerOf
  readonly codes: Codes
  readonly requireProof: RequireProof
  readonly repeats: IdempotencyStore
  readonly checkAnswers: boolean
}
/** A handler as the dispatcher sees it: the table's types already bind input and output to the name. */
type AnyHandler = (requestContext: RequestContext<Caller | null>, input: unknown) => Promise<unknown>

/**
 * @param options.secret seals stored responses and signs confirmations @param options.checkAnswers validates every response against the
 * contract too: for tests, as it takes time
 */
export function mountCalls(
  app: Hono,
  services: Services,
  routes: Routes,
  options: {
    secret: string
    callerOf: CallerOf
    codes: Codes
    requireProof: RequireProof
    checkAnswers: boolean
  },
): void {
  const dispatcher = {
    ...options,
    services,
    repeats: createIdempotencyStore(services.storage, services.now, options.secret),
  }
  for (const name of Object.keys(routes) as CallName[]) {
    const [method, path] = paths[name]
    const handler = routes[name] as AnyHandler
    const { alsoGet = false }: Call = calls[name]
    app.on(alsoGet ? [method, 'GET'] : [method], `/api${path.replace(/\{(\w+)\}/g, ':$1')}`, (context) =>
      handleCall(dispatcher, name, handler, context).catch((thrown: unknown) =>
        errorResponse(thrown, services.log, name),
      ),
    )
  }
}

async function handleCall(
  dispatcher: Dispatcher,
  name: CallName,
  handler: AnyHandler,
  context: Context,
): Promise<Response> {
  const { services } = dispatcher
  const call: Call = calls[name]
  const { headers, method } = context.req.raw
  refuseForgery(services.config, call, context)
  const address = peerAddress(context, services.config)
  const user = await dispatcher.callerOf(headers, address)
  if (!user && !call.open) throw new Refusal('unauthorized')
  refuseEarly(user, name)
  const idempotencyKey = readKey(headers)
  const sent = await readInput(call, context.req.raw, context.req.param())
  // A call of a session is not restricted, confirmed or recorded.
  const admitted = user?.access ? await admitToken(dispatcher, user, name, sent, headers) : null
  const { input, shown, command } = admitted ?? { input: sent }
  const demandCode = user?.access ? refusePayment : dispatcher.codes(user?.id ?? '')
  const requireProof: RequestContext['requireProof'] = (proved, proof) =>
    dispatcher.requireProof(proved, { userId: user?.id ?? '', headers, address }, proof)
  const { signal } = context.req.raw
  const requestContext = {
    ...services,
    ...(user && { parsing: services.parsing.inTurnOf(user.id) }),
    user,
    headers,
    signal,
    address,
    idempotencyKey,
    demandCode,
    requireProof,
  }
  const run = async () => {
    const use = { name, input, entrance: entranceOf(context.env), command }
    const answer = admitted
      ? await recordTokenUse(requestContext, use, (recorded) => handler(recorded, input))
      : await handler(requestContext, input)
    const response = responseOf(name, answer)
    // A command that only reads does not affect other devices.
    if (user && isBroadcast(name) && command?.scope !== 'read')
      await announceChange(services, user.id, { call: name, input, answer, from: headers.get('x-client-id') })
    return shown ? shown(response) : response
  }
  if (call.stream) return streamed((await run()) as AsyncIterable<string>, call.answers ?? 'text/plain')
  if (call.answers) return asFile((await run()) as string, call.answers)
  const written = async () => ({
    status: 200,
    body: JSON.stringify(checked(dispatcher, call, name, await run())),
  })
  if (method === 'GET' || !user || !idempotencyKey) return asJson(await written())
  return asJson(await dispatcher.repeats(user.id, `${name} ${idempotencyKey}`, written))
}

/** What a token's call passes before it runs. @throws Refusal noPermission, confirmationRequired */
async function admitToken(
  { services, secret }: Dispatcher,
  user: Caller,
  name: CallName,
  sent: unknown,
  headers: Headers,
): Promise<Admitted> {
  const admitted = await admit(services, user, name, sent)
  const { storage, now } = services
  await requireConfirmation({ user, name, input: admitted.input, headers }, { storage, secret, now: now() })
  return admitted
}

/** The response of a call: what its handler returned, with the code where the contract has one. */
export function responseOf(name: CallName, answer: unknown): unknown {
  const { output }: Call = calls[name]
  return output instanceof z.ZodObject && 'code' in output.shape ? { code: 0, ...(answer as object) } : answer
}

/** Requests of assistants are sent within this process (mcp/mount.ts). */
const entranceOf = (env: unknown): TokenEntrance =>
  typeof env === 'object' && env !== null && MCP_ENTRANCE in env ? 'mcp' : 'api'

const refusePayment: DemandCode = async () => {
  throw new Refusal('noPermission', 'A token cannot pay.')
}

function readKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x21-\x7e]{1,128}$/.test(key))
    throw new Refusal('invalidParameter', 'Idempotency-Key: 1 to 128 visible characters')
  return key
}

function checked(dispatcher: Dispatcher, call: Call, name: CallName, response: unknown): unknown {
  if (!dispatcher.checkAnswers) return response
  const result = call.output.safeParse(JSON.parse(JSON.stringify(response)))
  if (!result.success)
    throw new Error(`The answer of ${name} is not what the contract says: ${result.error.message}`)
  return response
}

/** As bytes: a string would be measured once and encoded once more, into three times the memory. */
function asJson({ status, body }: StoredResponse): Response {
  const bytes = Buffer.from(body)
  const length = { 'content-length': String(bytes.length) }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...length, ...fresh }
  return new Response(bytes, { status, headers })
}

const asFile = (text: string, type: string) =>
  new Response(text, {
    headers: {
      'content-type': type,
      ...(type.includes('opml') && { 'content-disposition': 'attachment; filename="lectern.opml"' }),
      ...fresh,
    },
  })

/** User data is private, and changes with every key press. */
const fresh = { 'cache-control': 'private, no-store' }

/**
 * A source that fails breaks the connection off. With hono's stream() the response would end as if it were complete.
 * @returns the lines as they are produced; a disconnect ends the source, so that no more is read
 */
function streamed(lines: AsyncIterable<string>, type: string): Response {
  const source = lines[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(out) {
      const { done, value } = await source.next()
      if (done) out.close()
      else out.enqueue(encoder.encode(value.endsWith('\n') ? value : `${value}\n`))
    },
    cancel: async () => void (await source.return?.()),
  })
  return new Response(stream, {
    headers: { 'content-type': type, 'x-accel-buffering': 'no', 'cache-control': 'private, no-store' },
  })
}
