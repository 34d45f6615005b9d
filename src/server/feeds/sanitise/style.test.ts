import { expect, test } from 'vitest'
import { safeStyle } from './attributes.ts'

test.each([
  ['color:red', 'color:red'],
  [' color : red ;; WIDTH:1px; width: 10px;', 'color:red;width:10px'],
  ['color:red !important; width:1px!important', 'color:red !important;width:1px !important'],
  ['*width:10px;_height:1em', 'width:10px;height:1em'],
  ['font-family:"A;B:C", serif; color:blue', 'color:blue'],
  ['background:url(a;b.png);color:rgb(1, 2, 3)', 'color:rgb(1, 2, 3)'],
  ['filter:progid:DXImageTransform.Microsoft.Alpha(opacity=50);color:blue', 'color:blue'],
  ['position:fixed;top:0;color:red', 'color:red'],
])('a declaration of the list stays: %s', (style, retained) => {
  expect(safeStyle(style)).toBe(retained)
})

test.each([
  ['a semicolon is missing', 'color:red width:10px;height:1px:2'],
  ['a word is alone', 'color:red;bold'],
  ['two words precede the colon', 'the color:red'],
  ['quotes do not end', 'color:red;font-family:"A'],
  ['brackets do not end', 'color:red;background:url(a'],
  ['brackets end twice', 'color:red);width:10px'],
  ['there is a block', 'color:red}*{display:none'],
  ['there is an escape', 'color:red;background:\\75rl(a)'],
  ['there is a comment', 'color:red;/*;*/'],
  ['there is a rule', 'color:red;@import "a"'],
])('nothing stays where %s', (_, style) => {
  expect(safeStyle(style)).toBe('')
})
