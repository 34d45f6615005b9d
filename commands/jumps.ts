/** The jump list, and marks: places to return to. */
import { attach, createEffect } from 'effector'
import { done, nothing, type Choice, type Command, type CommandCall } from '../src/core/index.ts'
import { $jumps, $marks, jumpRequested, markOpened, markRequested } from '../src/model/jumps/index.ts'
import { toPath } from '../src/model/location/index.ts'
import { panes } from '../src/model/layout/index.ts'
import { commandGroup } from './define-command.ts'

const jump = (by: -1 | 1): Command['run'] =>
  attach({
    source: $jumps,
    effect: ({ back, forward }, _: CommandCall) => {
      if ((by < 0 ? back : forward).length === 0)
        return nothing({ key: by < 0 ? 'app:jumps.noBack' : 'app:jumps.noForward' })
      jumpRequested({ by })
      return done()
    },
  })

const $markChoices = $marks.map(
  (marks) => (): readonly Choice[] =>
    [...marks].map(([key, { location }]) => ({ value: key, title: key, detail: toPath(location) })),
)

export const jumpCommands: readonly Command[] = [
  ...commandGroup('jump', {
    back: {
      kind: 'motion',
      bindings: [{ keys: 'Shift+o', where: panes }],
      icon: 'previous',
      run: jump(-1),
    },
    forward: {
      kind: 'motion',
      bindings: [{ keys: 'Shift+i', where: panes }],
      icon: 'next',
      run: jump(1),
    },
  }),
  ...commandGroup('mark', {
    set: {
      kind: 'view',
      bindings: [{ keys: 'Shift+m {key}', where: panes }],
      args: [{ name: 'key', title: 'ask.markKey', type: 'key' }],
      run: createEffect(({ args }: CommandCall) => {
        const key = String(args['key'] ?? '')
        markRequested({ key })
        return done({ key: 'app:marks.set', values: { key } })
      }),
    },
    go: {
      kind: 'motion',
      bindings: ["' {key}", '` {key}'].map((keys) => ({ keys, where: panes })),
      args: [{ name: 'key', title: 'ask.markKey', type: 'key', choices: $markChoices }],
      run: attach({
        source: $marks,
        effect: (marks, { args }: CommandCall) => {
          const key = String(args['key'] ?? '')
          if (!marks.has(key)) return nothing({ key: 'app:marks.missing', values: { key } })
          markOpened({ key })
          return done()
        },
      }),
    },
  }),
]
