// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { containsMathematics } from './contains-mathematics.ts'
import { renderMathematics } from './mathematics.ts'

// DOMPurify needs a browser's node iterator; the browser test covers what it removes.
vi.mock('./sanitise.ts', () => ({
  sanitiseMathematics: (markup: string) => {
    const template = document.createElement('template')
    template.innerHTML = markup
    return template.content
  },
}))

const rendered = (html: string): HTMLElement => {
  const box = document.createElement('div')
  box.innerHTML = html
  renderMathematics(box)
  return box
}

describe('LaTeX', () => {
  test('between delimiters becomes MathML, in a line or as a block', () => {
    const box = rendered('<p>If \\(a^2\\) and $$\\frac{1}{2}$$ or \\[x\\] then.</p>')
    const formulas = [...box.querySelectorAll('math')]
    expect(formulas.map((math) => math.getAttribute('display'))).toEqual([null, 'block', 'block'])
    expect(formulas[0]?.querySelector('msup')).not.toBeNull()
    expect(box.textContent).not.toContain('$$')
    expect(box.querySelector('p')?.textContent).toMatch(/^If .* then\.$/s)
  })

  test('goes on over a line break', () => {
    const box = rendered('<p>See $$a +<br>b$$ now</p>')
    expect(box.querySelectorAll('math')).toHaveLength(1)
    expect(box.querySelector('br')).toBeNull()
    expect(box.querySelector('p')?.lastChild?.textContent).toBe(' now')
  })

  test.each([
    ['prices', '<p>From $5 to $10, or $20.</p>'],
    ['shell variables', '<p>Set $HOME and $PATH.</p>'],
    ['code', '<pre><code>echo $$x$$ \\(y\\)</code></pre>'],
    ['inline code', '<p><code>\\(x\\)</code></p>'],
    ['what does not parse', '<p>$$\\frac{1$$</p>'],
  ])('leaves %s as written', (_, html) => {
    expect(rendered(html).innerHTML).toBe(html)
  })

  test('is not trusted: it makes no links and loads nothing', () => {
    const box = rendered(
      // What must not become a link.
      '<p>$$\\href{javascript:alert(1)}{x}$$ $$\\includegraphics{https://t.example/p.png}$$</p>',
    )
    expect(box.querySelector('a, img, [href], [src]')).toBeNull()
  })
})

test('the renderer loads only for texts with formulas', () => {
  expect(containsMathematics('a \\(x\\) b')).toBe(true)
  expect(containsMathematics('$$x$$')).toBe(true)
  expect(containsMathematics('$5 and $6')).toBe(false)
})
