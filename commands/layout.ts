/** Panes: what is shown of them, and which one has the keys. */
import {
  focusAsked,
  subscriptionColumnToggled,
  wideModeToggled,
  zenModeToggled,
} from '../src/model/layout/index.ts'
import { group, tell } from './deeds.ts'

export const layoutCommands = group('layout', {
  'toggle-subscription-column': {
    bindings: [{ keys: '$mod+b' }],
    customisable: true,
    icon: 'panel',
    run: tell(subscriptionColumnToggled, () => {}),
  },
  'toggle-wide-mode': {
    bindings: [{ keys: '$mod+BracketLeft' }],
    customisable: true,
    run: tell(wideModeToggled, () => {}),
  },
  'toggle-zen-mode': {
    bindings: [{ keys: '$mod+Shift+z' }],
    customisable: true,
    run: tell(zenModeToggled, () => {}),
  },
  'focus-to-timeline': {
    bindings: [
      { keys: 'Enter', where: ['subscription-list'] },
      { keys: 'l', where: ['subscription-list'] },
      { keys: 'ArrowRight', where: ['subscription-list'] },
      { keys: 'Backspace', where: ['entry-render'] },
      { keys: 'Escape', where: ['entry-render'] },
    ],
    run: tell(focusAsked, () => 'timeline'),
  },
  'focus-to-subscription': {
    bindings: ['Backspace', 'Escape', 'h', 'ArrowLeft'].map((keys) => ({ keys, where: ['timeline'] })),
    run: tell(focusAsked, () => 'subscription-list'),
  },
  'focus-to-entry-render': {
    needs: ['entry'],
    bindings: ['Enter', 'l', 'ArrowRight'].map((keys) => ({ keys, where: ['timeline'] })),
    run: tell(focusAsked, () => 'entry-render'),
  },
})
