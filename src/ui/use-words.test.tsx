// @vitest-environment happy-dom
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { useWords } from './use-words.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const german = { app: { tea: 'Tee', late: 'spät' }, settings: { milk: 'Milch' } }
let waiting: (() => void)[] = []

beforeAll(async () => {
  await i18next
    .use({
      type: 'backend',
      init: () => undefined,
      read: (language: string, group: 'app' | 'settings', done: (error: null, words: object) => void) => {
        const words = language === 'de' ? german[group] : { milk: 'Milk' }
        if (group === 'settings') waiting.push(() => done(null, words))
        else done(null, words)
      },
    })
    .init({
      lng: 'en',
      ns: ['app'],
      defaultNS: 'app',
      resources: {
        en: {
          app: {
            tea: 'Tea',
            cup: '{{count}} cups',
            both: '$t(tea) and $t(milk.cold)',
            milk: { cold: 'Milk' },
          },
        },
      },
      partialBundledLanguages: true,
    })
})

/** A component that says what it is told to, as often as it is drawn. */
async function speaker(say: (words: ReturnType<typeof useWords>) => string, groups?: readonly string[]) {
  const said: string[] = []
  function Speaker() {
    said.push(say(useWords(groups)))
    return null
  }
  await act(async () => createRoot(document.createElement('div')).render(<Speaker />))
  return said
}

test('words are said in the language at hand, drawn anew only when that is another', async () => {
  const said = await speaker(
    ({ t, i18n }) => `${i18n.language} ${t('tea')} ${t('tea')} ${t('cup', { count: 2 })}`,
  )
  expect(said).toEqual(['en Tea Tea 2 cups'])
  await act(async () => void (await i18next.changeLanguage('de')))
  expect(said.slice(1)).toEqual(['de Tee Tee cup'])
  await act(async () => void (await i18next.changeLanguage('en')))
  expect(said.at(-1)).toBe('en Tea Tea 2 cups')
})

test('a word may stand within others, be named with its group, and be made of other words', async () => {
  expect(await speaker(({ t }) => `${t('milk.cold')}, ${t('app:milk.cold')}, ${t('both')}`)).toEqual([
    'Milk, Milk, Tea and Milk',
  ])
  // A name of several words is none itself.
  expect(await speaker(({ t }) => t('milk'))).toEqual([i18next.t('milk')])
})

test('a word that was missing is said once it has come', async () => {
  const said = await speaker(({ t }) => t('late'))
  expect(said).toEqual(['late'])
  i18next.addResourceBundle('en', 'app', { late: 'Late' }, false, true)
  expect(await speaker(({ t }) => t('late'))).toEqual(['Late'])
})

test('a group that is not here yet is fetched, and only who asked for it is drawn anew', async () => {
  const other = await speaker(({ t }) => t('tea'))
  const said = await speaker(({ t, ready }) => `${ready} ${t('milk')}`, ['settings', 'app'])
  expect(said).toEqual(['false milk'])
  await act(async () => {
    for (const come of waiting) come()
    waiting = []
  })
  expect(said.at(-1)).toBe('true Milk')
  expect(other).toEqual(['Tea'])
})
