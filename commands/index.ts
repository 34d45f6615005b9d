import type { Command } from '../src/core/index.ts'
import { discoverCommands } from './discover.ts'
import { entriesCommands } from './entries.ts'
import { entryCommands } from './entry.ts'
import { entryRenderCommands } from './entry-render.ts'
import { feedSettingsCommands } from './feed-settings.ts'
import { globalCommands } from './global.ts'
import { goCommands } from './go.ts'
import { inboxCommands, mailCommands } from './inbox.ts'
import { dataCommands } from './data.ts'
import { keyCommands } from './keys.ts'
import { highlightCommands } from './highlight.ts'
import { hintCommands } from './hints.ts'
import { jumpCommands } from './jumps.ts'
import { entryLabelCommands, labelCommands } from './label.ts'
import { layoutCommands } from './layout.ts'
import { listCommands } from './list.ts'
import { pipelineCommands } from './pipeline.ts'
import { offlineCommands } from './offline.ts'
import { playerCommands } from './player.ts'
import { pluginCommands } from './plugin.ts'
import { profileCommands, readerCommands } from './profile.ts'
import { ruleCommands } from './rules.ts'
import { searchCommands } from './search.ts'
import { selectionCommands } from './selection.ts'
import { paletteCommands } from './palette.ts'
import { readingCommands } from './reading.ts'
import { messageCommands } from './messages.ts'
import { notificationCommands } from './notifications.ts'
import { sessionCommands } from './session.ts'
import { settingsCommands } from './settings.ts'
import { sharingCommands } from './sharing.ts'
import { subscriptionCommands } from './subscription.ts'
import { timelineCommands } from './timeline.ts'

/** All commands of the product; plugins add their own. */
export const allCommands: readonly Command[] = [
  ...globalCommands,
  ...goCommands,
  ...discoverCommands,
  ...layoutCommands,
  ...subscriptionCommands,
  ...feedSettingsCommands,
  ...timelineCommands,
  ...entryCommands,
  ...entriesCommands,
  ...entryLabelCommands,
  ...labelCommands,
  ...highlightCommands,
  ...entryRenderCommands,
  ...selectionCommands,
  ...hintCommands,
  ...messageCommands,
  ...jumpCommands,
  ...readingCommands,
  ...inboxCommands,
  ...mailCommands,
  ...listCommands,
  ...keyCommands,
  ...offlineCommands,
  ...playerCommands,
  ...pluginCommands,
  ...profileCommands,
  ...readerCommands,
  ...searchCommands,
  ...ruleCommands,
  ...settingsCommands,
  ...dataCommands,
  ...sharingCommands,
  ...notificationCommands,
  ...sessionCommands,
  ...pipelineCommands,
  ...paletteCommands,
]
