/**
 * The process of one call: the plugin's code only runs in `evalCode`. QuickJS' own memory limit does not count buffers, so
 * the memory of its WebAssembly is capped; built-in functions do not call the interrupt handler, so the server ends a
 * process that runs too long.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import { MAX_TEXT, MAX_TEXTS, type FromHalf, type Start, type ToHalf } from './messages.ts'
import { addressParts, PRELUDE } from './prelude.ts'

/** Pages of 64 kB. */
const MEMORY = { initial: 256, maximum: 512 }
const STACK_BYTES = 128 * 1024
const HEAP_BYTES = 24_000_000
/** Characters of an address that is parsed. */
const MAX_ADDRESS = 10_000
/** Promise jobs between two checks of the clock. */
const JOBS = 100

/** Of Node; its types are in the browser's library, which the server does not load. */
declare const WebAssembly: { readonly Memory: new (pages: typeof MEMORY) => object }

const post = (message: FromHalf) => process.send?.(message)

/** @returns ms of processor time of this thread: on a busy machine the clock goes on while others run */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** @returns the receiver of the host's responses */
async function run({ code, turnMs, ...start }: Start): Promise<(text: string) => void> {
  const quick = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmMemory: new WebAssembly.Memory(MEMORY) }),
  )
  const runtime = quick.newRuntime()
  runtime.setMemoryLimit(HEAP_BYTES)
  runtime.setMaxStackSize(STACK_BYTES)
  let deadline = 0
  let received = 0
  let texts = 0
  // An async function that is interrupted ends without an error, or with another's.
  let isInterrupted = false
  runtime.setInterruptHandler(() => (isInterrupted = processorMs() > deadline))
  const context = runtime.newContext()
  const say = context.newFunction('say', (text) => {
    if (isInterrupted) return
    texts += 1
    const length = context.getProp(text, 'length').consume(context.getNumber)
    if (texts > MAX_TEXTS || !(length <= MAX_TEXT)) post({ type: 'ended', message: 'too many messages' })
    else post({ type: 'message', text: context.getString(text) })
  })
  context.setProp(context.global, 'say', say)
  say.dispose()
  const parsedAddress = context.newFunction('parsedAddress', (address, base) => {
    const [text, from] = [address, base].map((one) => context.getString(one).slice(0, MAX_ADDRESS))
    return context.newString(JSON.stringify(addressParts(URL.parse(text ?? '', from || undefined))))
  })
  context.setProp(context.global, 'parsedAddress', parsedAddress)
  parsedAddress.dispose()

  /** One turn: the code, then all promise jobs that it leaves. */
  const turn = (work: () => void) => {
    deadline = processorMs() + turnMs
    isInterrupted = false
    try {
      work()
      while (runtime.hasPendingJob() && processorMs() <= deadline) {
        const jobs = runtime.executePendingJobs(JOBS)
        if (jobs.error) throw thrown(context, jobs.error)
      }
      if (isInterrupted || runtime.hasPendingJob()) throw new Error('interrupted')
      post({ type: 'idle', received })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      post({ type: 'ended', message: isInterrupted ? 'interrupted' : message })
    }
  }
  const evaluate = (script: string) => {
    const result = context.evalCode(script, 'plugin.js')
    if (result.error) throw thrown(context, result.error)
    result.value.dispose()
  }
  /** Calls one of the prelude's own functions; JSON in a string is a valid script. */
  const callPrelude = (name: 'begin' | 'hear', text: string) =>
    evaluate(`lectern.${name}(${JSON.stringify(text)})`)

  post({ type: 'ready' })
  turn(() => {
    evaluate(PRELUDE)
    evaluate(code)
    callPrelude('begin', JSON.stringify(start))
  })
  return (text) => {
    received += 1
    turn(() => callPrelude('hear', text))
  }
}

function thrown(context: QuickJSContext, error: QuickJSHandle): Error {
  const value: unknown = context.dump(error)
  error.dispose()
  const message = (value as { message?: unknown } | null)?.message ?? value
  return new Error(String(message).slice(0, 1000))
}

let running: Promise<(text: string) => void> | null = null
process.on('message', (message: ToHalf) => {
  if ('start' in message) running = run(message.start)
  else void running?.then((hear) => hear(message.text))
})
// The server ends it; a signal to the process group must not, and it must not outlive the server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
