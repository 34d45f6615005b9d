/** Preloads code that startup does not need, in the order of its likely use, so that the first use is fast. */
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
  // The header of an entry shows the full date.
  () => void formatFullTime(Date.now(), i18next.language),
  ...(import.meta.env.PROD
    ? [() => void import('./service-worker.ts').then((worker) => worker.becomeApp())]
    : []),
]

async function followSystem(scope: Scope): Promise<void> {
  // The titles of screens are not in the first translations.
  const [{ followBadge, followTitle }] = await Promise.all([import('./title.ts'), allWords()])
  followTitle(scope)
  followBadge(scope)
}
