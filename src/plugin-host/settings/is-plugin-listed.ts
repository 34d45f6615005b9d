import type { Manifest } from '../../plugin-api/manifest.ts'

/** Examples are for those who write plugins: they are shown in development, and while they are on. */
export const isPluginListed = ({ example }: Pick<Manifest, 'example'>, isOn: boolean): boolean =>
  example !== true || isOn || import.meta.env.DEV
