import { allSettled, fork } from 'effector'
import { beforeEach, expect, test, vi } from 'vitest'

// As in a page that is not idle yet: none of the player is loaded.
beforeEach(() => void vi.resetModules())

const track = {
  entryId: '1',
  feedId: '1',
  title: 'Episode',
  src: 'https://example.org/1.mp3',
  mime: 'audio/mpeg',
  image: null,
  duration: 60,
}

test.each(['../../../commands/player.ts', '../../plugin-host/run/capabilities/plugin-player.ts'])(
  'what %s requests is not lost before the app is idle',
  async (path) => {
    await import(path)
    const { tracksRequested } = await import('./events.ts')
    const { $playerSummary } = await import('./summary.ts')
    const { $services } = await import('../services.ts')
    const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
    const scope = fork({ values: [[$services, { storage }]] })
    await allSettled(tracksRequested, { scope, params: [track] })
    expect(scope.getState($playerSummary)).toMatchObject({ track, show: true })
  },
)
