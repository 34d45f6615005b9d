/** What plays the tracks of a plugin whose code is not loaded: it runs the code, and passes on what it was told meanwhile. */
import type { MediaOutput } from '../../../model/player/media-output.ts'

/**
 * @param used runs the code, and waits for it
 * @returns the output, and what the code gives in its place
 */
export function declaredOutput(used: () => Promise<void>) {
  let loadedOutput: MediaOutput | null = null
  let loaded: Parameters<MediaOutput['load']> | null = null
  let values: Parameters<MediaOutput['set']>[0] | null = null
  const listeners = new Set<Parameters<MediaOutput['listen']>[0]>()
  const output: MediaOutput = {
    load(track, from) {
      if (loadedOutput) return loadedOutput.load(track, from)
      loaded = [track, from]
      void used()
    },
    async play() {
      if (!loadedOutput) await used()
      await loadedOutput?.play()
    },
    pause: () => loadedOutput?.pause(),
    seek(seconds) {
      if (loadedOutput) loadedOutput.seek(seconds)
      else if (loaded) loaded = [loaded[0], seconds]
    },
    set(next) {
      values = next
      loadedOutput?.set(next)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  /** @returns removes what it listens to */
  const give = (media: MediaOutput): (() => void) => {
    const end = media.listen((signal) => {
      for (const listener of listeners) listener(signal)
    })
    loadedOutput = media
    if (values) media.set(values)
    if (loaded) media.load(...loaded)
    return end
  }
  return { output, give }
}
export type DeclaredOutput = ReturnType<typeof declaredOutput>
