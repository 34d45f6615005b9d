/** The command that chooses among the voices of the browser or of the service. */
import { createEffect, createEvent, createStore, sample } from 'effector'
import type { Choice, ClientHost } from '../../src/plugin-api/client.ts'
import { browserVoices } from './browser-voice.ts'
import type { NamedVoice } from './chosen-voice.ts'
import { commands, voiceArgument } from './contributes.ts'
import { calls } from './contract.ts'

type Listed = NamedVoice & { readonly title: string }

export function offerVoices({ command, call, $settings, readerSettingChanged }: ClientHost): void {
  const fromService = call(calls.voices)
  const loadFx = createEffect(async (service: unknown): Promise<readonly Listed[]> => {
    if (service !== 'browser') return (await fromService({})).voices
    return (await browserVoices()).map(({ name, lang }) => ({ name, lang, title: name }))
  })
  const $service = $settings.map((settings) => settings['speechService'] ?? 'browser')
  // Voices that cannot be listed may still be named; reading aloud says what is wrong.
  const $voices = createStore<readonly Listed[]>([], { serialize: 'ignore' })
    .on(loadFx.doneData, (_, voices) => voices)
    .reset([loadFx.fail, $service])
  const choicesRequested = createEvent()
  sample({ clock: choicesRequested, source: $service, target: loadFx })

  command({
    ...commands.chooseVoice,
    args: [
      {
        ...voiceArgument,
        choicesRequested,
        choices: $voices.map((voices) => () => voices.map(choiceOf)),
      },
    ],
    run: ({ args }) => {
      readerSettingChanged({ name: 'voice', value: String(args['voice']) })
      return undefined
    },
  })
}

const choiceOf = ({ name, title, lang }: Listed): Choice => ({
  value: name,
  title,
  ...(title !== name && { keywords: [name] }),
  ...(lang && { detail: lang }),
})
