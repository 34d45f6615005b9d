import { PluginRefusal, type PluginText } from '../../plugin-api/manifest.ts'

/** Why what a plugin did by itself failed: its own words, or those of the error. */
export const refusalText = (error: unknown): PluginText =>
  error instanceof PluginRefusal
    ? error.text
    : { key: 'plugin.jobFailed', values: { reason: error instanceof Error ? error.message : String(error) } }
