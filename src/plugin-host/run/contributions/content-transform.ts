import { z } from 'zod'
import type { EntryHead, PluginContentTransform } from '../../../plugin-api/client.ts'
import { key } from '../../sandbox/schemas.ts'
import type { Kind, RemoteContext } from './kind.ts'

/** Addresses in what it is given are known to it. */
const knownArguments = (args: readonly unknown[], { reach }: RemoteContext): readonly unknown[] => {
  reach.received(args)
  return args
}

export const contentTransform: Kind<PluginContentTransform> = {
  add: ({ title, applies = () => true, transform }, { manifest }) => ({
    contentTransforms: [
      {
        titleKey: `${manifest.id}:${title}`,
        applies,
        transform: async (html, entry) => transform(html, entry),
      },
    ],
  }),
  declared: ({ title }: Pick<PluginContentTransform, 'title'>, { use }) => ({
    title,
    applies: async (entry) => (await use(({ applies }) => applies?.(entry) ?? true)) ?? false,
    transform: async (html, entry) => (await use((input) => input.transform(html, entry))) ?? html,
  }),
  sandboxed: {
    data: z.object({ title: key }),
    most: 10,
    functions: {
      applies: {
        output: z.unknown().transform((applies) => applies !== false),
        isOptional: true,
        argsFor: knownArguments,
        whenEnded: () => false,
      },
      transform: {
        output: z.string(),
        argsFor: knownArguments,
        outputFor: (html: string, [original]: [string, EntryHead], { reach }) => reach.html(html, original),
        whenEnded: ([original]: [string]) => original,
      },
    },
  },
}
