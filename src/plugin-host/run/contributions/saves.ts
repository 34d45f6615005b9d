import { z } from 'zod'
import { SAVE_ENTRIES } from '../../../plugin-api/manifest.ts'
import { saveCommandOf } from '../../saves/save-command.ts'
import { isSaved } from '../../saves/saves.ts'
import type { Kind } from './kind.ts'
import { toolbarItem } from './toolbar-item.ts'

export const saves: Kind<{ readonly needs?: string } | undefined> = {
  permission: SAVE_ENTRIES,
  add: ({ needs = 'entry && entryUrl' } = {}, contributor) => {
    const { id } = contributor.manifest
    const save = saveCommandOf(id, needs)
    const $state = isSaved(id).map((pressed) => ({ pressed }))
    const button = toolbarItem.add({ command: save.id, group: 'more', icon: 'save', $state }, contributor)
    return { ...button, commands: [save] }
  },
  sandboxed: { data: z.object({ needs: z.string().max(200).optional() }), most: 1 },
}
