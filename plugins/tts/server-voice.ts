/** Neural voices, whose audio comes through the server, sentence by sentence. */
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import type { Spoken, Voice } from './voice.ts'

type Audio = { readonly audio: string; readonly type: string }
type Parts = {
  /** @throws PluginRefusal */
  readonly load: (input: {
    readonly text: string
    readonly language: string | undefined
    readonly voice: string
  }) => Promise<Audio>
  /** A new media element. */
  readonly element: () => HTMLAudioElement
}

export function createServerVoice({ load, element }: Parts): Voice {
  /** One for all sentences: browsers that ask for a press before sound remember it for each element. */
  let player: HTMLAudioElement | null = null
  /** Of the sentence that is spoken next. */
  let prepared: { readonly key: string; readonly audio: Promise<Audio> } | null = null

  const keyOf = ({ text, language, voice }: Spoken) => JSON.stringify([text, language, voice])
  const loaded = (spoken: Spoken): Promise<Audio> => {
    const key = keyOf(spoken)
    if (prepared?.key === key) return prepared.audio
    const { text, language, voice } = spoken
    return load({ text, language, voice })
  }
  return {
    prepare(spoken) {
      const audio = loaded(spoken)
      prepared = { key: keyOf(spoken), audio }
      // The sentence itself reports the failure, if it is reached.
      audio.catch(() => (prepared = null))
    },
    async speak(spoken, { signal, started }) {
      const { audio, type } = await loaded(spoken)
      if (signal.aborted) return
      player ??= element()
      player.src = `data:${type};base64,${audio}`
      player.playbackRate = spoken.rate
      player.volume = spoken.volume
      await playedToEnd(player, signal, started)
    },
  }
}

/** Resolves at the end, and when it is aborted. */
async function playedToEnd(
  player: HTMLAudioElement,
  signal: AbortSignal,
  started: () => void,
): Promise<void> {
  const over = new AbortController()
  const options = { once: true, signal: over.signal }
  try {
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        player.pause()
        resolve()
      }
      const fail = (reason: string) => reject(new PluginRefusal('voiceFailed', {}, reason))
      signal.addEventListener('abort', cancel, options)
      player.addEventListener('playing', started, options)
      player.addEventListener('ended', () => resolve(), options)
      player.addEventListener('error', () => fail(player.error?.message ?? ''), options)
      player.play().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
    })
  } finally {
    over.abort()
  }
}
