module caller

go 1.22
