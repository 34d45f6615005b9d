/** Preloads code that startup does not need, in the order of its likely use, so that the first use is fast. Each is evaluated by itself. */
import { scopeBind, type Scope } from 'effector'
import i18next from 'i18next'
import { laterLoaded, registry } from '../model/app/index.ts'
import { loadPalette } from '../palette/index.ts'
import { preloadPlugins } from '../plugin-host/index.ts'
import { formatFullTime, preloadDialog, preloadIcons, preloadMenu } from '../ui/index.ts'
import {
  cacheTranslations,
  loadAllTranslations,
  loadEntryTranslations,
  loadPaletteTranslations,
} from './i18n.ts'

/** What the reader renders and starts when it is idle. */
export const loadsBeforeIdle = (scope: Scope): readonly (() => unknown)[] => [
  () => import('../features/entry/index.ts'),
  loadEntryTranslations,
  () => import('./create-picture-sources.ts'),
  loadPalette,
  loadAllTranslations,
  scopeBind(registry.loadFx, { scope }),
  loadPaletteTranslations,
  () => import('../features/subscriptions/page-rows.tsx'),
  () => preloadPlugins(scope),
]

/** What is likely to be used next. */
export const preloads = (scope: Scope): readonly (() => unknown)[] => [
  () => loadLater(scope),
  () => followSystem(scope),
  preloadIcons,
  cacheTranslations,
  () => import('../features/entry/index.ts').then((entry) => entry.preloadCleaner()),
  preloadDialog,
  preloadMenu,
  () => import('../features/hints/index.ts'),
  // The header of an entry shows the full date.
  () => formatFullTime(Date.now(), i18next.language),
  ...(import.meta.env.PROD
    ? [() => import('./service-worker.ts').then((worker) => worker.becomeApp(scope))]
    : []),
]

async function loadLater(scope: Scope): Promise<void> {
  await import('../model/later.ts')
  scopeBind(laterLoaded, { scope })()
}

async function followSystem(scope: Scope): Promise<void> {
  // The titles of screens are not in the first translations.
  const [{ followBadge, followTitle }] = await Promise.all([import('./title.ts'), loadAllTranslations()])
  followTitle(scope)
  followBadge(scope)
}
