import { describe, expect, test } from 'vitest'
import { plainText } from '../normalise/text.ts'
import { sanitise } from './sanitise.ts'

const shown = (html: string) => {
  const content = sanitise(html, 'https://a.example/').html
  return [content.includes('UNSEEN'), plainText(html)]
}

describe('what nobody sees on the page is in neither content nor description', () => {
  test.each([
    '<p hidden>UNSEEN</p>',
    '<div style="display:none;max-height:0;overflow:hidden">UNSEEN</div>',
    '<div style="DISPLAY: none !important">UNSEEN<div>UNSEEN</div></div>',
    '<span style="visibility:hidden">UNSEEN</span>',
    '<div style="mso-hide:all">UNSEEN</div>',
    '<div style="max-height:0px;overflow:hidden">UNSEEN</div>',
    '<div style="width:0;height:0;overflow:hidden">UNSEEN</div>',
    '<span style="opacity:0;font-size:1px;color:#fff">UNSEEN</span>',
    '<span style="font-size:0;color:transparent">UNSEEN</span>',
    '<span style="position:absolute;left:-9999px">UNSEEN</span>',
    '<span style="position:absolute!important;clip:rect(1px,1px,1px,1px)">UNSEEN</span>',
    '<span class="more screen-reader-text">UNSEEN</span>',
    '<dialog>UNSEEN</dialog>',
    '<style>.x{color:red} .x, .y { display : none }</style><p class="a x">UNSEEN</p>',
    '<style>/* a */ @media screen { #n{display:none} }</style><p id="n">UNSEEN</p>',
    '<style>.x{display:none!important}</style><style>p.x{display:block}</style><p class="x">UNSEEN</p>',
  ])('%s', (html) => {
    expect(shown(`${html}<p>Seen</p>`)).toEqual([false, 'Seen'])
  })
})

describe('what is seen stays', () => {
  test.each([
    '<div style="position:relative;height:0;padding-bottom:56.25%;overflow:hidden">UNSEEN</div>',
    '<td style="font-size:0"><span style="font-size:14px">UNSEEN</span></td>',
    '<p hidden="until-found">UNSEEN</p>',
    '<p style="opacity:0">UNSEEN</p>',
    '<p style="border-width:0;margin:0;overflow:hidden">UNSEEN</p>',
    '<dialog open>UNSEEN</dialog>',
    '<style>.x{display:none}</style><p class="xy">UNSEEN</p>',
    '<style>.x{display:none} .x.open{display:block}</style><p class="x open">UNSEEN</p>',
    '<style>.x{display:none} @media (min-width:600px){.x{display:block}}</style><p class="x">UNSEEN</p>',
    '<style>@media (max-width:600px){.x{display:none}} @media print{p{display:none}}</style><p class="x">UNSEEN</p>',
    '<style>.x{display:none}</style><p class="x" style="display:block">UNSEEN</p>',
    '<style>.menu .x{display:none} .x:hover{display:none} .x::before{display:none}</style><p class="x">UNSEEN</p>',
  ])('%s', (html) => {
    expect(shown(html)).toEqual([true, 'UNSEEN'])
  })

  test('a picture that a script makes visible', () => {
    for (const style of ['opacity:0', 'visibility:hidden', 'display:none'])
      expect(sanitise(`<img style="${style}" data-src="https://a.example/p.jpg">`, null).html).toContain(
        'src="https://a.example/p.jpg"',
      )
  })
})

test('the text of a declarative shadow tree is shown, that of a template is not', () => {
  const html =
    '<x-note><template shadowrootmode="open"><p>Seen <slot></slot></p></template>too</x-note><template>UNSEEN</template>'
  expect(shown(html)).toEqual([false, 'Seen too'])
})
