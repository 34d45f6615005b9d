import { createLucideIcon, type LucideIconData } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import drawnIcon from './drawn-icon.tsx'

const data: LucideIconData = {
  name: 'sample',
  size: 24,
  node: [
    ['path', { d: 'M4 4h16', key: 'line' }],
    ['circle', { cx: '12', cy: '12', r: '3', key: 'dot' }],
  ],
}
const attributesOf = (markup: string) => {
  const [, svg = '', inside = ''] = /^<svg ([^>]*)>(.*)<\/svg>$/.exec(markup) ?? []
  return { attributes: [...svg.matchAll(/[\w-]+="[^"]*"/g)].map(String).toSorted(), inside }
}

test.each([
  ['as it is', {}],
  ['with a class', { className: 'entry-star' }],
  ['with a name', { 'aria-label': 'Failing' }],
  ['with facts for its style', { 'data-fill': '', 'aria-hidden': true }],
] as const)('an icon %s is what lucide would draw', (_, props) => {
  const own = renderToStaticMarkup(createElement(createLucideIcon(data), props))
  const drawn = renderToStaticMarkup(createElement(drawnIcon(data), props))
  expect(attributesOf(drawn)).toEqual(attributesOf(own))
  expect(attributesOf(own).inside).not.toBe('')
})
