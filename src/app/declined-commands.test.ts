import i18next from 'i18next'
import { expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import app from '../../locales/en/app.json' with { type: 'json' }
import shortcuts from '../../locales/en/shortcuts.json' with { type: 'json' }
import type { ContextTerm } from '../core/expression.ts'
import { unmetTerms, parseExpression } from '../core/index.ts'
import { declinedText } from './declined-commands.ts'

test('a command that cannot run says what is missing, in words', async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { app, shortcuts } },
    ns: ['app', 'shortcuts'],
    defaultNS: 'app',
  })
  const textFor = (id: string) => {
    const command = allCommands.find((one) => one.id === id)
    const needs = command?.needs ?? command?.targetNeeds ?? ''
    const missing = unmetTerms(parseExpression(needs), new Map())
    return declinedText({ id, source: 'keyboard', why: 'unavailable', missing }, command, i18next.t)
  }
  expect(textFor('global:undo')).toBe('Undo: there is nothing to undo')
  expect(textFor('entry:star')).toBe('Star or unstar: open an entry first')
  expect(textFor('entry:copy-link')).toBe('Copy the link: open an entry first')
})

test.each(['en', 'ja', 'zh-CN', 'zh-TW'])('each condition of a command has words in %s', async (language) => {
  const { facts, notFacts } = (await import(`../../locales/${language}/app.json`)).default.palette
  const conditions = allCommands.flatMap(({ needs, targetNeeds }) => [needs, targetNeeds])
  const terms = conditions.flatMap((text) => (text === undefined ? [] : termsOf(text)))
  expect(terms.length).toBeGreaterThan(20)
  const isNegated = (term: ContextTerm) => term.kind === 'key' && term.negated
  expect(terms.filter((term) => !(isNegated(term) ? notFacts : facts)[term.key])).toEqual([])
})

/** Those that are unmet where no key of the context is set, and where all are. */
const termsOf = (text: string): ContextTerm[] => {
  const expression = parseExpression(text)
  const keys = text.match(/[a-z]+/gi) ?? []
  return [new Map(), new Map(keys.map((key) => [key, true]))].flatMap((facts) =>
    unmetTerms(expression, facts),
  )
}
