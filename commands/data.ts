/** Data of the user and of this browser. */
import { screenRequested } from '../src/model/location/index.ts'
import { remoteReplaceRequested } from '../src/model/settings/index.ts'
import { commandGroup, trigger, triggerLoaded } from './define-command.ts'

export const dataCommands = commandGroup('data', {
  'export-everything': {
    kind: 'view',
    needs: 'signedIn',
    icon: 'export',
    run: triggerLoaded(async () => (await import('../src/model/backup/index.ts')).backupRequested),
  },
  'import-everything': {
    kind: 'view',
    needs: 'signedIn',
    icon: 'import',
    // A file is chosen on the page.
    run: trigger(screenRequested, () => ({ path: '/settings/data-control#importEverything' })),
  },
  'download-damaged-copy': {
    kind: 'view',
    icon: 'export',
    run: triggerLoaded(async () => (await import('../src/model/damaged-copy/index.ts')).damagedCopyRequested),
  },
  'replace-remote-settings': {
    kind: 'change',
    needs: 'signedIn',
    icon: 'refresh',
    run: trigger(remoteReplaceRequested, () => 'all' as const),
  },
})
