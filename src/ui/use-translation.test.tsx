// @vitest-environment happy-dom
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { useTranslation } from './use-translation.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const german = { app: { tea: 'Tee', late: 'spät' }, settings: { milk: 'Milch' } }
let loading: (() => void)[] = []

beforeAll(async () => {
  await i18next
    .use({
      type: 'backend',
      init: () => undefined,
      read: (language: string, namespace: 'app' | 'settings', done: (error: null, texts: object) => void) => {
        const texts = language === 'de' ? german[namespace] : { milk: 'Milk' }
        if (namespace === 'settings') loading.push(() => done(null, texts))
        else done(null, texts)
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

/** What a component drew, one text for each time. */
async function drawn(
  draw: (translation: ReturnType<typeof useTranslation>) => string,
  namespaces?: readonly string[],
) {
  const texts: string[] = []
  function Component() {
    texts.push(draw(useTranslation(namespaces)))
    return null
  }
  await act(async () => createRoot(document.createElement('div')).render(<Component />))
  return texts
}

test('a component is redrawn when the language changes, and only then', async () => {
  const texts = await drawn(
    ({ t, i18n }) => `${i18n.language} ${t('tea')} ${t('tea')} ${t('cup', { count: 2 })}`,
  )
  expect(texts).toEqual(['en Tea Tea 2 cups'])
  await act(async () => void (await i18next.changeLanguage('de')))
  expect(texts.slice(1)).toEqual(['de Tee Tee cup'])
  await act(async () => void (await i18next.changeLanguage('en')))
  expect(texts.at(-1)).toBe('en Tea Tea 2 cups')
})

test('a key may be nested, name its namespace, and refer to other keys', async () => {
  expect(await drawn(({ t }) => `${t('milk.cold')}, ${t('app:milk.cold')}, ${t('both')}`)).toEqual([
    'Milk, Milk, Tea and Milk',
  ])
})

test('a key that was missing is translated once it has been added', async () => {
  expect(await drawn(({ t }) => t('late'))).toEqual(['late'])
  i18next.addResourceBundle('en', 'app', { late: 'Late' }, false, true)
  expect(await drawn(({ t }) => t('late'))).toEqual(['Late'])
})

test('a namespace that is not loaded is fetched, and only its users are redrawn', async () => {
  const others = await drawn(({ t }) => t('tea'))
  const texts = await drawn(({ t, ready }) => `${ready} ${t('milk')}`, ['settings', 'app'])
  expect(texts).toEqual(['false milk'])
  await act(async () => {
    for (const finish of loading) finish()
    loading = []
  })
  expect(texts.at(-1)).toBe('true Milk')
  expect(others).toEqual(['Tea'])
})
