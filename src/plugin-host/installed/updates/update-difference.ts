/** How the code of a newer version differs from the installed one. */
import { attach } from 'effector'
import { $services } from '../../../model/services.ts'
import { installedAndNewVersion } from './installed-and-new-version.ts'
import { $pluginSources } from '../../run/catalogue.ts'
import { codeLines, lineDifference, type DifferenceRow } from './line-difference.ts'

/** By the plugin's id. */
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
type Difference = {
  readonly from: string
  readonly to: string
  readonly rows: readonly DifferenceRow[]
}
