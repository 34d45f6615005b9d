/**
 * Runs one call of an installed server half, in a process of its own that ends with it. Not a worker thread: one that runs out of
 * memory in a single allocation, such as that of a message, ends the whole server.
 */
import { z } from 'zod'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isTooDeep } from '../../http/json-depth.ts'
import { PluginRefusal, type PluginText } from '../../../plugin-api/manifest.ts'
import { MAX_ANSWER, MAX_ANSWERS, type FromHalf, type Start, type ToHalf } from './messages.ts'

/** Messages of an installed server half to the server: untrusted, any text may arrive. */
const messageValues = z.record(z.string().max(100), z.union([z.string().max(1000), z.number()]))

const halfMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id: z.number().int(), name: z.string().max(40), input: z.unknown() }),
  z.object({ type: z.literal('log'), message: z.string().max(500) }),
  z.object({ type: z.literal('returned'), output: z.unknown() }),
  z.object({
    type: z.literal('refused'),
    text: z.object({
      key: z.string().min(1).max(200),
      values: messageValues.optional(),
      reason: z.string().max(1000).optional(),
    }),
  }),
  z.object({ type: z.literal('threw'), message: z.string().max(1000) }),
])
type HalfMessage = z.infer<typeof halfMessage>

/** ms of processor time without a break. */
const TURN_MS = 1000
/**
 * ms by the clock without a message of the running process, after which it is ended: one function of QuickJS may run past its
 * turn. More than a turn, which takes that long on a busy machine.
 */
const SILENCE_MS = 10_000
/** Total ms by the clock, including functions of the host. */
const CALL_MS = 30_000

const STRIPPED_TYPES = new URL('../../stripped-types.mjs', import.meta.url).href

/** The host's functions by name. Each checks its input and the permission. @throws PluginRefusal */
type HostFunctions = Readonly<Record<string, (input: unknown) => Promise<unknown>>>

export type HalfCall = Omit<Start, 'turnMs'> & {
  /** ms of processor time without a break; a second when absent. */
  readonly turnMs?: number | undefined
  /** ms by the clock without a message; ten seconds when absent. */
  readonly silenceMs?: number | undefined
  readonly functions: HostFunctions
  readonly log: (message: string) => void
}

/**
 * @returns what the handler returned
 * @throws PluginRefusal: the plugin's own, or as HalfCrash `plugin.tooSlow`, or `plugin.halfFailed` with its error
 */
export async function runHalf({
  functions,
  log,
  turnMs = TURN_MS,
  silenceMs = SILENCE_MS,
  ...call
}: HalfCall): Promise<unknown> {
  const { SystemRoot } = process.env
  const half = fork(fileURLToPath(new URL('half-process.ts', import.meta.url)), [], {
    // QuickJS' own stack must end before that of the process.
    execArgv: [
      '--max-old-space-size=64',
      '--stack-size=4000',
      '--single-threaded-gc',
      '--import',
      STRIPPED_TYPES,
    ],
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => half.once('close', () => resolve()))
  const tell = (message: ToHalf) => half.send(message, (error) => error && fail('it ended'))
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const fail = (reason: string) => reject(failureOf(reason))
  let silence: NodeJS.Timeout | undefined
  /** Silence counts only while the plugin's code runs. */
  const expect = () => {
    clearTimeout(silence)
    silence = setTimeout(() => fail('interrupted'), silenceMs)
  }
  let left = MAX_ANSWERS
  let requested = 0
  let answered = 0
  const answer = async ({ id, name, input }: Extract<HalfMessage, { type: 'ask' }>) => {
    requested += 1
    let text = JSON.stringify({ id, ...(await answerOf(functions, name, input)) })
    if (text.length > MAX_ANSWER || text.length > left)
      text = JSON.stringify({ id, refusal: { key: 'plugin.tooMuch' } })
    left -= text.length
    answered += 1
    expect()
    tell({ text })
  }
  const hear = (text: string) => {
    // Its result is serialised to JSON again, by recursive code.
    if (isTooDeep(text)) return fail('its answer nests too deep')
    const message = read(text)
    if (message?.type === 'ask') void answer(message)
    else if (message?.type === 'log') log(message.message)
    else if (message?.type === 'returned') resolve(message.output)
    else if (message?.type === 'refused') reject(refusalOf(message.text))
    else if (message?.type === 'threw') fail(message.message)
  }
  const rest = (received: number) => {
    // A response is pending.
    if (received < answered) return
    clearTimeout(silence)
    if (requested === answered) fail('it waits for nothing')
  }
  half.on('message', (message: FromHalf) => {
    if (message.type === 'ready') expect()
    else if (message.type === 'idle') rest(message.received)
    else if (message.type === 'ended') fail(message.message)
    else hear(message.text)
  })
  half.on('error', (error) => fail(String(error)))
  half.once('exit', () => fail('it ended'))
  tell({ start: { ...call, turnMs } })
  const late = setTimeout(() => fail('interrupted'), CALL_MS)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    clearTimeout(silence)
    half.kill('SIGKILL')
    await ended
  }
}

async function answerOf(functions: HostFunctions, name: string, input: unknown) {
  try {
    const run = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!run) throw new PluginRefusal('plugin.forbidden')
    return { output: await run(input) }
  } catch (error) {
    return { refusal: error instanceof PluginRefusal ? error.text : { key: 'plugin.callFailed' } }
  }
}

function read(text: string): HalfMessage | null {
  try {
    return halfMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The half threw, or was ended: not a refusal. */
export class HalfCrash extends PluginRefusal {}

const failureOf = (reason: string) =>
  reason === 'interrupted'
    ? new HalfCrash('plugin.tooSlow')
    : new HalfCrash('plugin.halfFailed', { reason: reason.slice(0, 300) })

const refusalOf = ({ key, values, reason }: Extract<HalfMessage, { type: 'refused' }>['text']) =>
  new PluginRefusal(key, values as PluginText['values'], reason)
