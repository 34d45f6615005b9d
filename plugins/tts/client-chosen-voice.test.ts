import { expect, test } from 'vitest'
import { chosenVoice } from './chosen-voice.ts'

const voice = (name: string, lang: string, isDefault = false) => ({
  name,
  lang,
  default: isDefault,
  voiceURI: `urn:${name}`,
})
const andrew = voice('Microsoft AndrewMultilingual Online (Natural) - English (United States)', 'en-US')
const samantha = voice('Samantha', 'en_US', true)
const daniel = voice('Daniel', 'en-GB')
const kyoko = voice('Kyoko', 'ja-JP')
const voices = [samantha, daniel, kyoko, andrew]

test.each([
  ['samantha', 'en', samantha],
  ['urn:Daniel', undefined, daniel],
  ['en-US-AndrewMultilingualNeural', 'en-US', andrew],
  ['en-US-AndrewMultilingualNeural', 'de', andrew],
])('the setting %s names a voice that speaks %s', (setting, language, expected) => {
  expect(chosenVoice(voices, setting, language)).toBe(expected)
})

test('a voice that does not speak the language gives way to one that does', () => {
  expect(chosenVoice(voices, 'Samantha', 'ja')).toBe(kyoko)
  expect(chosenVoice(voices, 'Samantha', 'en-GB')).toBe(samantha)
  expect(chosenVoice(voices, 'none', 'en-GB')).toBe(daniel)
  expect(chosenVoice(voices, 'none', 'en-AU')).toBe(samantha)
})

test('the browser chooses where none fits', () => {
  expect(chosenVoice(voices, 'none', 'fi')).toBeUndefined()
  expect(chosenVoice(voices, '', undefined)).toBeUndefined()
})
