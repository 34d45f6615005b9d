import { createEffect, createEvent, createStore, sample } from 'effector'
import { z } from 'zod'
import {
  PluginRefusal,
  type Argument,
  type Choice,
  type CommandArgs,
  type CommandContext,
  type PluginCommand,
} from '../../../plugin-api/client.ts'
import { icon, key, pluginText } from '../../sandbox/schemas.ts'
import type { ArgumentRow, CommandRow } from '../../../plugin-api/contributes.ts'
import { follow } from './declaration.ts'
import type { Contributor, Declaration, Kind } from './kind.ts'

const data = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}:[a-z][a-z0-9-]{0,63}$/),
  title: key,
  keywords: key.optional(),
  kind: z.enum(['change', 'view', 'dialog']).optional(),
  where: z.array(z.string().max(40)).max(8).optional(),
  needs: z.string().max(200).optional(),
  target: z.enum(['entries', 'feed']).optional(),
  icon: icon.optional(),
  onSelection: z.boolean().optional(),
  inEntryMenu: z.boolean().optional(),
})
const message = pluginText.extend({
  open: z.object({ title: key, url: z.string().max(4000) }).optional(),
})

export const command: Kind<PluginCommand> = {
  add: (given, { commandOf }) => ({ commands: [commandOf(given)] }),
  declared: ({ args, ...row }: CommandRow, declaration, contributor) => ({
    ...row,
    ...(args && { args: args.map((one) => declaredArgument(one, declaration, contributor)) }),
    run: async (context) => (await declaration.use((input) => input.run(context))) ?? undefined,
  }),
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
            : { ...context, entry: null, entries: [], feed: null, selection: '', args: {} },
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

type Choices = (earlier: CommandArgs) => readonly Choice[]

/** Its choices are the code's, which runs when the palette asks for them. */
function declaredArgument(
  { hasChoices, ...row }: ArgumentRow,
  { load, whenLoaded }: Declaration<PluginCommand>,
  contributor: Contributor,
): Argument {
  if (!hasChoices) return row
  const $choices = createStore<Choices>(() => [], { serialize: 'ignore' })
  const argumentOf = ({ args = [] }: PluginCommand) => args.find(({ name }) => name === row.name)
  whenLoaded((input) => {
    const choices = argumentOf(input)?.choices
    if (choices) follow(choices, $choices, contributor)
  })
  const choicesRequested = createEvent()
  const requestFx = createEffect(async () => {
    const input = await load()
    const requested = input && argumentOf(input)?.choicesRequested
    if (requested) contributor.trigger(requested, undefined)
  })
  sample({ clock: choicesRequested, target: requestFx })
  return { ...row, choices: $choices, choicesRequested }
}
