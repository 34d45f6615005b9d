/** What a plugin shows. */
import type { Store } from 'effector'
import type { ComponentType } from 'react'
import type { EntryHead } from '../model/index.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** A button in the entry's toolbar for one of the plugin's commands. */
export type PluginToolbarItem = {
  readonly command: string
  readonly group: 'main' | 'more'
  readonly icon: string
  /** How it looks now. `hidden`: it has nothing to offer for the open entry. */
  readonly $state?: Store<{ readonly pressed?: boolean; readonly busy?: boolean; readonly hidden?: boolean }>
}

/** A part between the head and the content of an entry. It renders nothing where it has nothing to show. */
export type PluginEntryPanel = { readonly load: Load<EntryPanelProps> }
export type EntryPanelProps = {
  readonly entry: EntryHead
  /** The content that is shown below; null while there is none. */
  readonly html: string | null
}
