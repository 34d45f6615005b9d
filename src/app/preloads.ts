/** What the first list does not need, in the order in which a user will want it, so that its first use is as fast as any. */
import type { Scope } from 'effector'
import i18next from 'i18next'
import { formatFullTime, preloadDialog, preloadIcons, preloadMenu } from '../ui/index.ts'
import { allWords } from './i18n.ts'

export const preloads = (scope: Scope): readonly (() => void)[] => [
  () => void allWords(),
  () => void followSystem(scope),
  preloadIcons,
  () => void import('../features/entry/index.ts').then((entry) => entry.preloadCleaner()),
  preloadDialog,
  preloadMenu,
  // The header of an entry shows its time in full.
  () => void formatFullTime(Date.now(), i18next.language),
  ...(import.meta.env.PROD
    ? [() => void import('./service-worker.ts').then((worker) => worker.becomeApp())]
    : []),
]

async function followSystem(scope: Scope): Promise<void> {
  // The titles of screens are not among the first translations.
  const [{ followBadge, followTitle }] = await Promise.all([import('./title.ts'), allWords()])
  followTitle(scope)
  followBadge(scope)
}
