/** The plugins that are on by default. */
import { allSettled, fork } from 'effector'
import i18next from 'i18next'
import type { Command } from '../../src/core/index.ts'
import type { Feature } from '../../src/features/feature.ts'
import { $features } from '../../src/features/registry.ts'
import { memoryLocal } from '../../src/local/memory-local.ts'
import { registry } from '../../src/model/app/index.ts'
import { $services, type Services } from '../../src/model/services.ts'
import { pluginHostStarted } from '../../src/plugin-host/run/plugins.ts'

/** Starts them; their translations are added to i18next, which has to be initialised. */
export async function startDefaultPlugins(): Promise<{
  readonly commands: readonly Command[]
  readonly features: readonly Feature[]
}> {
  if (!i18next.isInitialized) throw new Error('i18next is not initialised')
  const services = {
    local: memoryLocal(),
    clock: { now: () => 0, after: () => () => {} },
    platform: { selectedText: () => '', build: () => '' },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    api: {},
  } as unknown as Services
  const scope = fork({ values: [[$services, services]] })
  await allSettled(pluginHostStarted, { scope })
  return {
    commands: [...scope.getState(registry.$commands).values()].filter(({ plugin }) => plugin !== undefined),
    features: scope.getState($features),
  }
}
