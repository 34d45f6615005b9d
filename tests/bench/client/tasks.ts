/** What the main thread did, task by task. By the processor's clock a machine that is busy elsewhere makes none of them longer. */
import type { Tab } from './browser.ts'
import type { LongTask } from './probe.ts'

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** µs of the processor */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Tasks over 50 ms since the last call. */
export const longTasks = ({ page }: Tab): Promise<LongTask[]> => page.evaluate(() => window.bench.longTasks())

/** @param when in which time they were */
export const noLongTasks = (tasks: readonly LongTask[], when: string) => ({
  product: tasks.length,
  bar: 0,
  unit: [`tasks over 50 ms ${when}`, ...tasks.map(text)].join('; '),
})

const text = ({ ms, at, key }: LongTask): string =>
  `${ms} ms, ${(at / 1000).toFixed(2)} s after the page was asked for` + (key ? `, last key ${key}` : '')

/** @returns ms of CPU of each task of the page's main thread while `work` ran, longest first */
export async function tasksWhile({ cdp }: Tab, work: () => Promise<unknown>): Promise<readonly number[]> {
  const events: TraceEvent[] = []
  const take = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', take)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  await work()
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()))
  await cdp.send('Tracing.end')
  await complete
  cdp.off('Tracing.dataCollected', take)
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .toSorted((a, b) => b - a)
}
