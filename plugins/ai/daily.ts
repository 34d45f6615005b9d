/** The daily reports of the two views that have one, requested once while the plugin runs. */
import { combine, createEffect, createEvent, createStore, sample, split } from 'effector'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { failureText, type Remote } from './remote.ts'
import type { AiLanguage } from './wire.ts'
import { optionsOf } from './options.ts'
import { isAbort } from './summaries.ts'

export type DailyView = 0 | 1
type Job = DailyWindow & { readonly key: string; readonly view: DailyView; readonly language: AiLanguage }
export type Report =
  | { readonly status: 'pending' }
  /** Empty: nothing happened in these hours. */
  | { readonly status: 'success'; readonly text: string }
  | { readonly status: 'error'; readonly error: unknown }
export type DailyCard = Job & { readonly report: Report | null }

export function createDaily({ reader, $settings }: ClientHost, remote: Remote) {
  /** The page is shown, at this time in ms. */
  const opened = createEvent<number>()
  const closed = createEvent()
  const viewChanged = createEvent<DailyView>()
  const retried = createEvent<string>()
  const running = new Set<AbortController>()

  const $openedAt = createStore<number | null>(null, { serialize: 'ignore' })
    .on(opened, (_, now) => now)
    .reset(closed)
  const $view = createStore<DailyView>(0, { serialize: 'ignore' }).on(viewChanged, (_, view) => view)
  const $language = combine(
    $settings,
    reader.$language,
    (settings, language) => optionsOf(settings, language).language,
  )
  const $jobs = combine($openedAt, $view, $language, (now, view, language): readonly Job[] =>
    now === null
      ? []
      : dailyWindows(now).map((window) => ({
          ...window,
          key: `${view} ${window.startsAt} ${language}`,
          view,
          language,
        })),
  )
  const requestFx = createEffect(async ({ view, startsAt, language }: Job) => {
    const controller = new AbortController()
    running.add(controller)
    try {
      return await remote.daily({ view, startsAt, language, signal: controller.signal })
    } finally {
      running.delete(controller)
    }
  })
  const { aborted, failed } = split(requestFx.fail, {
    aborted: ({ error }) => isAbort(error),
    failed: () => true,
  })
  const $reports = createStore<ReadonlyMap<string, Report>>(new Map(), { serialize: 'ignore' })
    .on(requestFx, (reports, { key }) => new Map(reports).set(key, { status: 'pending' }))
    .on(requestFx.done, (reports, { params, result }) =>
      new Map(reports).set(params.key, { status: 'success', text: result }),
    )
    .on(failed, (reports, { params, error }) => new Map(reports).set(params.key, { status: 'error', error }))
    .on(
      [retried, aborted.map(({ params }) => params.key)],
      (reports, key) => new Map([...reports].filter(([one]) => one !== key)),
    )
  const $cards = combine($jobs, $reports, (jobs, reports): readonly DailyCard[] =>
    jobs.map((job) => ({ ...job, report: reports.get(job.key) ?? null })),
  )
  /** Why there is no report at all, where all failed for one reason: it is told once. */
  const $failure = $cards.map((cards): { readonly error: unknown } | null => {
    const errors = cards.flatMap(({ report }) => (report?.status === 'error' ? [report.error] : []))
    const reasons = new Set(errors.map((error) => JSON.stringify(failureText(error))))
    return errors.length === cards.length && reasons.size === 1 ? { error: errors[0] } : null
  })
  /** A report on the page is the model's work: not while they load, nor where they failed or there was nothing to say. */
  const $isWritten = $cards.map((cards) =>
    cards.some(({ report }) => report?.status === 'success' && report.text !== ''),
  )
  const nextWanted = sample({
    clock: $cards,
    filter: (cards) => cards.some(({ report }) => report === null),
    fn: (cards): Job => cards.find(({ report }) => report === null) as Job,
  })
  sample({ clock: nextWanted, target: requestFx })
  const stop = () => running.forEach((controller) => controller.abort())
  sample({ clock: closed, target: createEffect(stop) })
  return {
    $view,
    $cards,
    $failure,
    $isWritten,
    opened,
    closed,
    viewChanged,
    retried,
    serverResponded: requestFx.done,
    stop,
  }
}
export type Daily = ReturnType<typeof createDaily>

/** The twelve hours that a daily report is about: it changes at 8 and at 20 o'clock of the browser (wire-contract 13). */

/** Times are ms; `endsAt` is exclusive. */
export type DailyWindow = { readonly startsAt: number; readonly endsAt: number }

const MORNING = 8
const EVENING = 20

/** The last two windows that are over, the newest first. */
export function dailyWindows(now: number): readonly [DailyWindow, DailyWindow] {
  const date = new Date(now)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  // Hours below 0 are of the day before. A day of a clock change has its hours, too.
  const at = (hour: number) => new Date(year, month, day, hour).getTime()
  const hour = date.getHours()
  const end = hour >= EVENING ? EVENING : hour >= MORNING ? MORNING : EVENING - 24
  return [
    { startsAt: at(end - 12), endsAt: at(end) },
    { startsAt: at(end - 24), endsAt: at(end - 12) },
  ]
}
