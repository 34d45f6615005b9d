// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const shown = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test('headings, lists, quotations, code and tables are shown', () => {
  const html = shown('# Rivers\n\n1. **High** water\n2. `low`\n\n> said\n\n| a | b |\n| - | - |\n| 1 | 2 |')
  for (const part of ['<h3>Rivers</h3>', '<ol start="1">', '<strong>High</strong>', '<code>low</code>'])
    expect(html).toContain(part)
  expect(html).toContain('<blockquote><p>said</p></blockquote>')
  expect(html).toContain('<td>2</td>')
})

test('HTML is text, a picture is its description, and no address runs a script', () => {
  const html = shown(
    '<img src=x onerror=alert(1)> ![a map](https://evil.example/?q=1) [run](javascript:alert(1))',
  )
  expect(html).not.toMatch(/<img|href/)
  expect(html).toContain('&lt;img')
  expect(html).toContain('a map')
})

test('a link names its host where its label does not', () => {
  expect(shown('[the bank](https://evil.example/x)')).toContain('the bank</a> (evil.example)')
  expect(shown('[evil.example](https://evil.example/x)')).not.toContain('(evil.example)')
})

test('a caller draws the links that it knows', () => {
  const html = renderToStaticMarkup(
    <Markdown
      text="[High water](123) [b](https://b.example)"
      linkOf={(href) => (href === '123' ? <i>own</i> : null)}
    />,
  )
  expect(html).toContain('<i>own</i>')
  expect(html).toContain('href="https://b.example"')
})
