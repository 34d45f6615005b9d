import i18next from 'i18next'
import { expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import app from '../../locales/en/app.json' with { type: 'json' }
import shortcuts from '../../locales/en/shortcuts.json' with { type: 'json' }
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
  const message = allCommands.flatMap(({ id, needs, targetNeeds }) =>
    needs || targetNeeds ? [textFor(id)] : [],
  )
  expect(message.length).toBeGreaterThan(20)
  // Each condition has words: the name of a context key is none.
  expect(message.filter((text) => /: .*(\b[a-z]+[A-Z]|[<>=])/.test(text))).toEqual([])
})
