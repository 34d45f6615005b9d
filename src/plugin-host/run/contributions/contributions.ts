/**
 * Every kind of what a plugin adds, by the function of the host that adds it. The host's functions, what a plugin in a sandbox
 * sends and what becomes of it follow from this table.
 */
import { z } from 'zod'
import { declaredLoader } from './declaration.ts'
import { guarded } from '../parts/plugin-boundary.tsx'
import { saveCommandOf } from '../../saves/save-command.ts'
import { isSaved } from '../../saves/saves.ts'
import type {
  Contributions,
  SandboxClientHost,
  PluginRuleResult,
  PluginSettingsPart,
} from '../../../plugin-api/client.ts'
import { command } from './command.ts'
import { contentTransform } from './content-transform.ts'
import { dialog, type DialogInput } from './dialog.ts'
import { entryPanel } from './entry-panel.ts'
import { feedSource } from './feed-source.ts'
import type { BuiltInKind, Kind, SandboxedKind } from './kind.ts'
import { listColumn } from './list-column.ts'
import { exportFormat, importFormat } from './plugin-formats.ts'
import { screen } from './screen.ts'
import { searchSource } from './search-source.ts'
import { statusItem } from './status-item.ts'
import { theme } from './theme.ts'
import { toolbarItem } from './toolbar-item.ts'

const settingsPart: BuiltInKind<PluginSettingsPart> = {
  add: ({ load }, { broke }) => ({ settingsParts: [guarded(load, broke)] }),
  declared: (_, declaration) => ({ load: declaredLoader(declaration, ({ load }) => load) }),
}

const saves: Kind<{ readonly needs?: string } | undefined> = {
  add: ({ needs = 'entry && entryUrl' } = {}, contributor) => {
    const { id } = contributor.manifest
    const save = saveCommandOf(id, needs)
    const $state = isSaved(id).map((pressed) => ({ pressed }))
    const button = toolbarItem.add({ command: save.id, group: 'more', icon: 'save', $state }, contributor)
    return { ...button, commands: [save] }
  },
  sandboxed: { data: z.object({ needs: z.string().max(200).optional() }), most: 1 },
}

const ruleResult: BuiltInKind<PluginRuleResult> = { add: (name) => ({ ruleResults: [name] }) }

type Input<Name extends keyof Contributions> = Name extends 'dialog'
  ? DialogInput
  : Parameters<Contributions[Name]>[0]
type Kinds = {
  readonly [Name in keyof Contributions]: Name extends keyof SandboxClientHost
    ? Kind<Input<Name>>
    : BuiltInKind<Input<Name>>
}

export const contributions: Kinds = {
  command,
  toolbarItem,
  saves,
  statusItem,
  listColumn,
  entryPanel,
  screen,
  dialog,
  settingsPart,
  contentTransform,
  ruleResult,
  searchSource,
  feedSource,
  importFormat,
  exportFormat,
  theme,
}

/** Those that plugins in a sandbox have. */
export type SandboxedName = keyof Contributions & keyof SandboxClientHost
export const sandboxedKinds: readonly (readonly [SandboxedName, SandboxedKind])[] = Object.entries(
  contributions,
).flatMap(([name, kind]) => ('sandboxed' in kind ? [[name as SandboxedName, kind.sandboxed] as const] : []))
