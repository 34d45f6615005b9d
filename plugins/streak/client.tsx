import { combine, createEffect, createEvent, createStore, sample } from 'effector'
import { defineClient, type PluginNode } from '../../src/plugin-api/client.ts'
import { rows } from './contributes.ts'
import { calls } from './contract.ts'
import { lastDays, streakOf } from './days.ts'
import { treeOf } from './tree.ts'

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
