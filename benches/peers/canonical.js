// Prints random addresses, most of them short, of some genres, each with the address that puzz.link makes of it.
//
// node canonical.js PZPRJS [SEED [GENRES [COUNT]]], with the path of a built clone of robx/pzprjs
"use strict";
const pzpr = require(`${process.argv[2]}/dist/js/pzpr.js`);
let seed = Number(process.argv[3] || 1);
const count = Number(process.argv[5] || 12);

function rnd(below) {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >> 8) % below;
}

function pick(letters, length) {
  let text = "";
  for (let i = 0; i < length; i++) text += letters[rnd(letters.length)];
  return text;
}

// The body of an address of c columns and r rows.
const bodies = {
 barns:(c,r)=>pick('0123456789abcdefghijklmnopqrstuv',Math.ceil(c*r/5)+Math.ceil((c-1)*r/5)+Math.ceil(c*(r-1)/5)),
 bosanowa:(c,r)=>pick('0123456789abcdefghijklmnopqrstuv',Math.ceil(c*r/5))+pick('12345.ghij',c*r),
 guidearrow:(c,r)=>(1+rnd(c)).toString(16)+(1+rnd(r)).toString(16)+pick('1234789bcd.ghijk',rnd(c*r)),
 kurarin:(c,r)=>pick('0123456789abcdefghijklmnop',rnd(c*r*2)),
 lightshadow:(c,r)=>pick('0123456789abcdefghijklmnop',rnd(c*r)),
 nurimaze:(c,r)=>pick('0123456789abcdefghijklmnopqrstuv',Math.ceil((c-1)*r/5)+Math.ceil(c*(r-1)/5))+'12'+pick('3456789abc',rnd(c*r)),
 ringring:(c,r)=>pick('0123456789.',rnd(c*r)),
 sashigane:(c,r)=>pick('0123456789abcdefghijklmnop.@',rnd(c*r)),
 tentaisho:(c,r)=>pick('0123456789abcdefghijklmnop',4*c*r)+pick('0123',0),
 easyasabc:(c,r)=>(1+rnd(5))+'/'+pick('12345ghij',2*(c+r)),
 kropki:(c,r)=>pick('0123456789abcdefghijklmnopq',Math.ceil(((c-1)*r+c*(r-1))/3)),
 skyscrapers:(c,r)=>pick('123ghijk',rnd(2*(c+r))),
 geradeweg:(c,r)=>pick('0123ghijk.',rnd(c*r)),
 starbattle:(c,r)=>(1+rnd(3))+'/'+pick('0123456789abcdefghijklmnopqrstuv',rnd(5)),
 nurikabe:(c,r)=>pick('0123456789abcdefghijklmnop.',rnd(c*r)),
 tapa:(c,r)=>pick('012345678ghij.',rnd(c*r)),
 aquarium:(c,r)=>pick('0123456789abcdefghijklmnopqrstuv',Math.ceil((c-1)*r/5)+Math.ceil(c*(r-1)/5))+'/'+pick('1234ghi',rnd(c+r)),
 battleship:(c,r)=>pick('1234ghi',c+r),
 statuepark:(c,r)=>pick('0123456789abcdefghijklmnopq',rnd(4)),
 heyawake:(c,r)=>pick('0123456789abcdefghijklmnopqrstuv',rnd(6))+pick('0123gh',0),
};

const genres = process.argv[4] ? process.argv[4].split(",") : Object.keys(bodies);
for (const genre of genres) {
  for (let i = 0; i < count; i++) {
    const [c, r] = [1 + rnd(6), 1 + rnd(6)];
    const body = i === 0 ? "" : bodies[genre](c, r);
    const address = `https://puzz.link/p?${genre}/${c}/${r}${body ? "/" + body : ""}`;
    const puzzle = new pzpr.Puzzle();
    puzzle.open(address);
    console.log(`${address}\thttps://puzz.link/p?${puzzle.getURL().split("?")[1]}`);
  }
}
