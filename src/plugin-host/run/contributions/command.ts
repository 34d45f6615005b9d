import { z } from 'zod'
import { PluginRefusal, type CommandContext, type PluginCommand } from '../../../plugin-api/client.ts'
import { icon, key, pluginText } from '../../sandbox/schemas.ts'
import type { Kind } from './kind.ts'

const data = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}:[a-z][a-z0-9-]{0,63}$/),
  title: key,
  keywords: key.optional(),
  kind: z.enum(['change', 'view', 'dialog']).optional(),
  where: z.array(z.string().max(40)).max(8).optional(),
  needs: z.string().max(200).optional(),
  target: z.literal('entries').optional(),
  icon: icon.optional(),
})
const message = pluginText.extend({
  open: z.object({ title: key, url: z.string().max(4000) }).optional(),
})

export const command: Kind<PluginCommand> = {
  add: (given, { commandOf }) => ({ commands: [commandOf(given)] }),
  sandboxed: {
    // Without its keys: the user chooses them.
    data,
    most: 100,
    functions: {
      run: {
        output: z.preprocess((output) => output || undefined, message.optional()),
        mayOpen: true,
        argsFor: ([context]: [CommandContext], { manifest: { permissions } }) => [
          permissions.includes('entries:read')
            ? context
            : { ...context, entry: null, entries: [], selection: '', args: {} },
        ],
        whenEnded: () => undefined,
      },
    },
    // Its own group, so that it replaces no command of the reader.
    dataFor: (given: z.infer<typeof data>, { id }) => {
      if (!given.id.startsWith(`${id}:`))
        throw new PluginRefusal('app:plugin.foreignCommand', { command: given.id, plugin: id })
      return given
    },
  },
}
