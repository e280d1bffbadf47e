// SPDX-License-Identifier: Apache-2.0
#include "report/html_style.h"

namespace bfa {

// Colours are told apart by lightness too, for print and for those who do not see colours.
const char* const kReportStyle = R"css(
:root{color-scheme:light dark;--bg:#ffffff;--fg:#1c2024;--muted:#59636e;--line:#d5dae0;--panel:#f4f6f8;--link:#0b57a4;
--p0:#1d5fa8;--p1:#5b97d6;--p2:#a3c6ea;--p3:#e3a35c;--p4:#b3541e;--warn:#9a3412;--warnbg:#fff3e6}
@media (prefers-color-scheme:dark){:root{--bg:#14171b;--fg:#e5e8eb;--muted:#9aa5b1;--line:#343b43;--panel:#1d2228;
--link:#86b7ee;--p0:#7db4f0;--p1:#4c86c6;--p2:#2c5480;--p3:#c98440;--p4:#f0a868;--warn:#ffb782;--warnbg:#2f2118}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:62rem;background:var(--bg);color:var(--fg);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
h1{font-size:1.7rem;margin:.2rem 0}h2{font-size:1.25rem;margin:2.6rem 0 .4rem;padding-top:.8rem;border-top:1px solid var(--line)}
h3{font-size:1.02rem;margin:1.5rem 0 .3rem}
p{margin:.4rem 0;max-width:46rem}.note{color:var(--muted);font-size:.9rem}a{color:var(--link);overflow-wrap:anywhere}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;margin:.8rem 0;padding:0;font-size:.9rem}
dl.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.6rem;margin:1rem 0}
dl.tiles div{background:var(--panel);border-radius:6px;padding:.5rem .75rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}
dl.tiles dt{color:var(--muted);font-size:.82rem}dl.tiles dd{margin:0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
dl.tiles dd small{display:block;font-size:.85rem;font-weight:400;color:var(--muted)}
.warn{background:var(--warnbg);color:var(--warn);border-left:4px solid currentColor;padding:.5rem .8rem;max-width:none}
figure{margin:.8rem 0}svg{display:block;width:100%;max-width:760px;height:auto}
svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;fill:var(--fg)}svg .m{fill:var(--muted)}
.grid{stroke:var(--line);stroke-width:1}.cell{fill:var(--panel)}
.p0{fill:var(--p0)}.p1{fill:var(--p1)}.p2{fill:var(--p2)}.p3{fill:var(--p3)}.p4{fill:var(--p4)}
.box{fill:var(--p2);stroke:var(--p0)}.whisker{stroke:var(--muted)}.median{stroke:var(--p4);stroke-width:2.5}
.curve{fill:none;stroke-width:2;stroke:var(--p0)}.c0{stroke-dasharray:2 4;stroke:var(--muted)}.c1{stroke-dasharray:7 4;stroke:var(--p1)}
.c2{stroke-width:3;stroke:var(--p4)}.c3{stroke-dasharray:10 3 2 3;stroke:var(--p0)}.c4{stroke:var(--fg);stroke-width:1.2}
.scroll{overflow:auto;max-height:26rem;border:1px solid var(--line);border-radius:6px;margin:.6rem 0;width:fit-content;min-width:min(22rem,100%);max-width:100%}
.scroll:focus-visible,a:focus-visible{outline:3px solid var(--p0);outline-offset:2px}
table{border-collapse:collapse;min-width:100%;font-size:.86rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.4rem .6rem;color:var(--muted);font-size:.85rem}
th,td{padding:.22rem .6rem;text-align:right;border-top:1px solid var(--line);vertical-align:top;white-space:nowrap}
th.t,td.t{text-align:left}tbody th{font-weight:400}thead th{position:sticky;top:0;background:var(--panel);font-weight:600}
th.t{max-width:20rem;overflow:hidden;text-overflow:ellipsis}
@media print{:root{--bg:#fff;--fg:#000;--muted:#444;--line:#bbb;--panel:#f2f2f2;--link:#000;--p0:#1d5fa8;--p1:#5b97d6;--p2:#a3c6ea;
--p3:#e3a35c;--p4:#b3541e;--warn:#000;--warnbg:#fff}body{max-width:none;padding:0;font-size:10pt}nav{display:none}
.scroll{max-height:none;overflow:visible;border:0;width:auto}table{font-size:7.5pt}th,td{white-space:normal;padding:.1rem .3rem}
tbody th.t{min-width:8em}a{overflow-wrap:break-word}thead th{position:static}figure,tr,dl.tiles div{break-inside:avoid}h2,h3{break-after:avoid}svg,rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)css";

}  // namespace bfa
