/** Lists whose entries are in columns. */
import { combine, createEvent, sample } from 'effector'
import { views } from '../../contract/views.ts'
import { $view } from '../location/index.ts'
import { $appearance, settingChanged, type AppearanceSettings } from '../settings/settings.ts'

export type Density = AppearanceSettings['listDensity']
const densities: readonly Density[] = ['comfortable', 'compact', 'titles']
export const $density = $appearance.map(({ listDensity }): Density => listDensity)

/** The list shows less of each entry; after the minimum it starts over with the maximum. */
export const densityStepped = createEvent()
sample({
  clock: densityStepped,
  source: $density,
  fn: (density) =>
    ({
      tab: 'appearance',
      key: 'listDensity',
      value: densities[(densities.indexOf(density) + 1) % densities.length],
    }) as const,
  target: settingChanged,
})

/** Pictures and videos; titles alone are a list in every view. */
export const $isGrid = combine(
  $view,
  $density,
  (view, density) => density !== 'titles' && (views[view] === 'picture' || views[view] === 'video'),
)

export type GridDirection = 'up' | 'down' | 'left' | 'right'
/** Moves to the neighbour in that direction. The rendered list knows which it is. */
export const gridStepped = createEvent<{ direction: GridDirection; count: number }>()
