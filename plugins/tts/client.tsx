import { combine, createEffect, createEvent, sample, scopeBind, createStore } from 'effector'
import {
  defineClient,
  PluginRefusal,
  type EntryHead,
  type Passage,
  type Choice,
  type ClientHost,
} from '../../src/plugin-api/client.ts'
import { browserVoice, browserVoices } from './browser-voice.ts'
import { calls } from './contract.ts'
import { languageOf, sentencesOf } from './sentences.ts'
import { createServerVoice } from './server-voice.ts'
import { createSpeechOutput, type Text } from './speech-output.ts'
import { commands, readButton, voiceArgument } from './plugin.ts'
import type { NamedVoice } from './chosen-voice.ts'

/** Entries of a list that are read one after another. */
const MAX_LISTED = 100

const usesBrowser = (service: unknown): boolean => service === undefined || service === 'browser'

export default defineClient((host) => {
  const { command, toolbarItem, player, reader, $settings, started } = host
  let settings: Readonly<Record<string, unknown>> = {}
  let reached: (passage: Passage | null) => void = () => {}
  let failed: (error: unknown) => void = () => {}
  let isReading = false

  // Voices speak on outside of the scope.
  const bindFx = createEffect((current: typeof settings) => {
    settings = current
    reached = scopeBind(reader.passageHighlighted, { safe: true })
    failed = scopeBind(host.failed, { safe: true })
  })
  sample({ clock: [$settings, started], source: $settings, target: bindFx })

  const read = async (entryId: string): Promise<Text> => {
    const [entry] = await host.entryHeads([entryId])
    const html = await host.contentOf(entryId)
    const blocks = html ? await host.contentBlocks(html) : []
    const language = languageOf([entry?.title, ...blocks].join('\n'), entry?.language ?? null)
    return { sentences: sentencesOf(entry?.title ?? null, blocks, language), language }
  }
  const serverVoice = createServerVoice({
    load: host.call(calls.speak),
    element: () => document.createElement('audio'),
  })
  player.plays(
    createSpeechOutput({
      read,
      voice: () => (usesBrowser(settings['speechService']) ? browserVoice : serverVoice),
      voiceName: () => String(settings['voice'] ?? ''),
      reached: (passage) => reached(passage),
      failed: (error) => failed(error),
    }),
  )
  const trackFx = createEffect((is: boolean) => void (isReading = is))
  sample({ clock: player.$track, fn: (track) => track !== null, target: trackFx })
  sample({
    clock: player.$track,
    filter: (track) => track === null,
    fn: () => null,
    target: reader.passageHighlighted,
  })
  const whileReading = (run: () => void) => () => {
    if (!isReading) return { key: 'notReading' }
    run()
    return undefined
  }

  offerVoices(host)
  const readToggled = createEvent<readonly EntryHead[]>()
  const isRead = (track: { readonly entryId: string } | null, entries: readonly EntryHead[]) =>
    entries.length === 1 && track?.entryId === entries[0]?.id
  sample({ clock: readToggled, source: player.$track, filter: isRead, fn: () => {}, target: player.toggled })
  sample({
    clock: readToggled,
    source: player.$track,
    filter: (track, entries) => !isRead(track, entries),
    fn: (_, entries) => entries,
    target: player.requested,
  })

  command({
    ...commands.read,
    run: ({ entries }) => {
      readToggled(entries)
      return undefined
    },
  })
  toolbarItem({
    ...readButton,
    $state: combine(player.$track, reader.$open, (track, open) => ({
      pressed: track !== null && track.entryId === open?.entry.id,
      hidden: !open?.html,
    })),
  })
  command({
    ...commands.queue,
    run: ({ entries }) => {
      player.queued(entries)
      return { key: 'queued', values: { count: entries.length } }
    },
  })
  const listFx = createEffect(() => host.listedEntries(MAX_LISTED))
  sample({ clock: listFx.doneData, target: player.requested })
  command({
    ...commands.readList,
    run: async () => {
      const { length } = await listFx()
      if (length === 0) throw new PluginRefusal('nothingListed')
      return { key: 'listRead', values: { count: length } }
    },
  })
  command({ ...commands.nextSentence, run: whileReading(() => player.skipped(1)) })
  command({ ...commands.previousSentence, run: whileReading(() => player.skipped(-1)) })
  command({ ...commands.stop, run: whileReading(() => player.closed()) })
})

/** The command that chooses among the voices of the browser or of the service. */
type Listed = NamedVoice & { readonly title: string }

function offerVoices({ command, call, $settings, readerSettingChanged }: ClientHost): void {
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
