import type { LucideIcon } from 'lucide-react'
import { createElement, memo, useSyncExternalStore } from 'react'
import type * as all from './icons.ts'
import { memoizeAsync } from '../core/index.ts'
import { AddIcon, FilterIcon, MarkAllReadIcon, RefreshIcon, SearchIcon } from './icons.ts'

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${Kebab<Rest>}`
    : `${Lowercase<First>}-${Kebab<Rest>}`
  : ''

type WithoutIcon<Name extends string> = Name extends `${infer Meaning}Icon` ? Kebab<Meaning> : never

/** `StarIcon` is `star`, `MarkAllReadIcon` is `mark-all-read`: commands and plugins name icons so. */
export type IconName = WithoutIcon<keyof typeof all>

type Icons = ReadonlyMap<string, LucideIcon>
/** Icons of the first view; all others load when one is rendered or when the browser is idle. */
const initialIcons: Icons = new Map([
  ['add', AddIcon],
  ['filter', FilterIcon],
  ['mark-all-read', MarkAllReadIcon],
  ['refresh', RefreshIcon],
  ['search', SearchIcon],
])

let icons = initialIcons
const listeners = new Set<() => void>()

const load = memoizeAsync(async () => {
  icons = (await import('./named-icons.ts')).namedIcons
  for (const listener of listeners) listener()
})
export const preloadIcons = (): void => void load().catch(() => {})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const currentIcons = () => icons

/** An icon by name. Its space is reserved while it loads; for an unknown name, as from a plugin, it is a question mark. */
export const Icon = memo(function Icon({ name }: { readonly name: IconName | (string & {}) }) {
  const loaded = useSyncExternalStore(subscribe, currentIcons)
  const icon = loaded.get(name)
  if (icon) return createElement(icon, { 'aria-hidden': true })
  const unknown = loaded.get('help')
  if (unknown) return createElement(unknown, { 'aria-hidden': true })
  preloadIcons()
  return <svg className="lucide" width={24} height={24} aria-hidden="true" />
})
