import { combine, createEffect, createEvent, createStore, sample } from 'effector'
import { defineClient, type PluginNode } from '../../src/plugin-api/client.ts'
import { rows } from './plugin.ts'
import { calls } from './contract.ts'
import { lastDays, streakOf, type Day } from './days.ts'
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import simplified from './locales/zh-CN.json' with { type: 'json' }
import traditional from './locales/zh-TW.json' with { type: 'json' }

/** The longest streak that is known. */
const KNOWN_DAYS = 120

export default defineClient(({ command, screen, call, reader, started, failed, $settings }) => {
  const refreshed = createEvent<unknown>()
  const loadFx = createEffect(() => call(calls.hours)({}))
  const $days = createStore<ReturnType<typeof lastDays> | null>(null, { serialize: 'ignore' }).on(
    loadFx.doneData,
    (_, hours) => lastDays(hours, Date.now(), KNOWN_DAYS),
  )
  sample({ clock: [started, refreshed], fn: () => {}, target: loadFx })
  sample({ clock: loadFx.failData, target: failed })

  const $tree = combine(
    { days: $days, settings: $settings, language: reader.$language },
    ({ days, settings, language }): PluginNode | null => {
      const goal = Number(settings['dailyGoal'])
      return days && treeOf({ days, goal, streak: streakOf(days, goal), language })
    },
  )
  const openPage = screen({ ...rows.screen, $tree, on: { refreshed } })
  command({
    ...rows.open,
    run: () => {
      refreshed(null)
      openPage()
      return undefined
    },
  })
})

/** Days of the chart, and of the table. */
const CHART_DAYS = 30
const TABLE_DAYS = 7

type Streak = {
  readonly days: readonly Day[]
  readonly goal: number
  readonly streak: number
  readonly language: string
}

/** What the page shows. */
export function treeOf({ days, goal, streak, language }: Streak): PluginNode {
  const t = textsIn(language)
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const long = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'short' })
  const today = days.at(-1)?.count ?? 0
  const points = days.slice(-CHART_DAYS).map(({ at, count }) => ({ label: short.format(at), value: count }))
  return {
    kind: 'stack',
    children: [
      { kind: 'heading', text: streak === 1 ? t.streakOne : filled(t.streak, { count: streak }) },
      {
        kind: 'progress',
        label: t.today,
        value: Math.min(1, today / goal),
        detail: filled(t.ofGoal, { today, goal }),
      },
      { kind: 'chart', form: 'bars', label: t.chart, points },
      {
        kind: 'table',
        caption: t.table,
        columns: [t.day, t.entries],
        rows: days
          .slice(-TABLE_DAYS)
          .toReversed()
          .map(({ at, count }) => [long.format(at), count]),
      },
      { kind: 'button', label: t.refresh, press: 'refreshed' },
    ],
  }
}

/** The texts of the page, which is data. */
type Texts = typeof en.page

const texts: Readonly<Record<string, Texts>> = {
  en: en.page,
  ja: ja.page,
  'zh-CN': simplified.page,
  'zh-TW': traditional.page,
}

const textsIn = (language: string): Texts => texts[language] ?? en.page

const filled = (text: string, values: Readonly<Record<string, number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
