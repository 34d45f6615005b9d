import type { PluginSettingsPart } from '../../../plugin-api/client.ts'
import { declaredLoader } from './declaration.ts'
import type { BuiltInKind } from './kind.ts'
import { guarded } from '../parts/plugin-boundary.tsx'

export const settingsPart: BuiltInKind<PluginSettingsPart> = {
  add: ({ load }, { broke }) => ({ settingsParts: [guarded(load, broke)] }),
  declared: (_, declaration) => ({ load: declaredLoader(declaration, ({ load }) => load) }),
}
