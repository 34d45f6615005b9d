import { createEffect, sample, scopeBind, type EventCallable } from 'effector'
import { errorNotified } from '../../model/app/events.ts'
import { exportEntriesRequested, type ExportRequest } from '../../model/reading/index.ts'
import type { Feature } from '../feature.ts'
import type { PicturesProps } from './pictures-dialog.tsx'
import type { ShareProps } from './share-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'share-entry': ShareProps
    'entry-pictures': PicturesProps
  }
}

/** At once, also before the app is idle: the clipboard is the page's only for a moment after a press. */
const loadExportFx = createEffect(async (request: ExportRequest) => {
  const start = scopeBind((started: EventCallable<ExportRequest>) => started(request), { safe: true })
  start((await import('./export/export-entries.ts')).exportStarted)
})
sample({ clock: exportEntriesRequested, target: loadExportFx })
sample({ clock: loadExportFx.fail, fn: () => ({ key: 'app:reading.exportFailed' }), target: errorNotified })

/** The dialogs of the open entry, and its exports. The pane itself is part of the reader (app/reader.tsx). */
export const entry: Feature = {
  id: 'entry',
  dialogs: [
    { id: 'share-entry', load: () => import('./share-dialog.tsx') },
    { id: 'entry-pictures', load: () => import('./pictures-dialog.tsx') },
  ],
}
