/** How the code of a newer version differs from the installed one. */
import { attach, createEvent, createStore, sample } from 'effector'
import { notifyFailures } from '../../../model/app/index.ts'
import { $services } from '../../../model/services.ts'
import { installedAndNewVersion } from './installed-and-new-version.ts'
import { $pluginSources } from '../../run/catalogue.ts'
import { codeLines, lineDifference, type DifferenceRow } from './line-difference.ts'

/** By the plugin's id: the user opens it. */
export const differenceRequested = createEvent<string>()
export const differenceFx = attach({
  source: { services: $services, sources: $pluginSources },
  effect: async ({ services: { api }, sources }, plugin: string): Promise<Difference> => {
    const installed = sources.find(({ id }) => id === plugin)?.installed
    if (!installed) throw new Error(`${plugin} is not installed`)
    const { before, preview } = await installedAndNewVersion(api, installed)
    return {
      from: installed.hash,
      to: preview.hash,
      rows: lineDifference(codeLines(before), codeLines(preview.code)),
    }
  },
})
/** Of the code, between two hashes. */
export type Difference = {
  readonly from: string
  readonly to: string
  readonly rows: readonly DifferenceRow[]
}
/** The last one by the id of its plugin. */
export const $differences = createStore<Readonly<Record<string, Difference>>>({}, { serialize: 'ignore' }).on(
  differenceFx.done,
  (differences, { params, result }) => ({ ...differences, [params]: result }),
)
sample({ clock: differenceRequested, target: differenceFx })
notifyFailures(differenceFx.failData, { key: 'app:plugin.offline' })
