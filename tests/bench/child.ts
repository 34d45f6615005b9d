/** A part of a bench in its own process, so that its CPU time and memory are measured alone. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Child<Order, Reply> = {
  readonly ask: (order: Order) => Promise<Reply>
  readonly pid: number
  /** kill -9 */
  readonly end: () => Promise<void>
}

/** @param module sends any message when it is ready, then responds to each message with one message */
export async function startChild<Order extends object, Reply>(
  module: URL,
  args: readonly string[],
  flags: readonly string[] = ['--expose-gc', '--max-semi-space-size=32'],
): Promise<Child<Order, Reply>> {
  const child = fork(fileURLToPath(module), [...args], { execArgv: [...flags] })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${module.pathname} ended with ${String(code)}`)
  })
  failed.catch(() => undefined)
  const received = async (): Promise<Reply> => {
    const [reply] = (await Promise.race([once(child, 'message'), failed])) as [Reply]
    return reply
  }
  await received()
  return {
    pid: child.pid ?? 0,
    ask(order) {
      const reply = received()
      child.send(order)
      return reply
    },
    async end() {
      child.kill('SIGKILL')
      await failed.catch(() => undefined)
    },
  }
}

/** The other side: answers orders, one after the other. */
export function answerOrders<Order, Reply extends object>(answer: (order: Order) => Promise<Reply>): void {
  process.on('message', async (order: Order) => process.send?.(await answer(order)))
  process.on('disconnect', () => process.exit())
  process.send?.({ ready: true })
}
